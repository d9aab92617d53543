import { result as words } from "../locales/en/result.ts"
import type { Copying } from "./copying.ts"
import { Icon } from "./Icon.tsx"

/** Copies one value, without its mark. */
export const CopyButton = (props: {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly copying: Copying
}) => {
  const done = props.copying.done === props.id
  const label = props.label.toLowerCase()
  return (
    <button
      type="button"
      class={`icon-button ${done ? "done" : ""}`}
      aria-label={words.copy(label)}
      title={words.copy(label)}
      onClick={() => props.copying.copy(props.id, words.copied(label), props.value)}
    >
      <Icon name={done ? "check" : "copy"} />
    </button>
  )
}
