/** A button whose change is confirmed first, naming its object and its account. */
import { Confirm } from "@inlay/ui/Confirm"
import { Spinner } from "@inlay/ui/Spinner"
import type { ComponentChildren } from "preact"

import { repository as words } from "../../../../locales/repository.ts"
import type { Changing } from "./change.ts"

/** Shown below a line or the foot while its change awaits confirmation, or after it has failed. */
export const Question = (props: {
  readonly state: Changing
  readonly question: string
  readonly yes: string
  readonly onYes: () => void
  readonly onNo: () => void
}) => {
  const { state, question, yes, onYes, onNo } = props
  if (state.at === "asking")
    return <Confirm question={question} yes={yes} no={words.cancel} look="primary" onYes={onYes} onNo={onNo} />
  return state.at === "failed" ? (
    <p class="field-error small" role="alert">
      {state.problem}
    </p>
  ) : null
}

export const ChangeButton = (props: {
  readonly state: Changing
  readonly label: string
  readonly done: string
  readonly onAsk: () => void
}) => {
  const { state, label, done, onAsk } = props
  const content: ComponentChildren = state.at === "sending" ? <Spinner /> : null
  return state.at === "done" ? (
    <span role="status">{done}</span>
  ) : (
    <button
      type="button"
      class="button"
      aria-disabled={state.at === "sending" ? "true" : undefined}
      onClick={() => (state.at === "sending" ? undefined : onAsk())}
    >
      {content}
      {label}
    </button>
  )
}
