import type { Copying } from "./copying.ts"
import { Icon } from "./Icon.tsx"

export interface CopyWords {
  /** The accessible name of the button. `label` is the label of the value. */
  readonly copy: (label: string) => string
  readonly copied: (label: string) => string
}

/** Copies one value, without its mark. */
export const CopyButton = (props: {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly copying: Copying
  readonly words: CopyWords
}) => {
  const { id, label, value, copying, words } = props
  const isCopied = copying.done === id
  return (
    <button
      type="button"
      class={`icon-button ${isCopied ? "done" : ""}`}
      aria-label={words.copy(label)}
      title={words.copy(label)}
      onClick={() => copying.copy(id, words.copied(label), value)}
    >
      <Icon name={isCopied ? "check" : "copy"} />
    </button>
  )
}
