/** A button whose change is confirmed first, naming its object and its account. */
import { Button } from "@inlay/ui/Button"
import { Confirm } from "@inlay/ui/Confirm"

import { repository as words } from "../../../../locales/repository.ts"
import type { Changing } from "./change.ts"

export const ChangeProblem = ({ state }: { readonly state: Changing | undefined }) =>
  state?.at === "failed" ? (
    <p class="field-error small" role="alert">
      {state.problem}
    </p>
  ) : null

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
  return <ChangeProblem state={state} />
}

export const ChangeButton = (props: {
  readonly state: Changing
  readonly label: string
  readonly done: string
  readonly onAsk: () => void
}) => {
  const { state, label, done, onAsk } = props
  return state.at === "done" ? (
    <span role="status">{done}</span>
  ) : (
    <Button busy={state.at === "sending"} onClick={onAsk}>
      {label}
    </Button>
  )
}
