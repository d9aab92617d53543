/** A change that is sent once, after the user has confirmed it: its state, and what is drawn of it. */
import { Button } from "@inlay/ui/Button"
import { Confirm } from "@inlay/ui/Confirm"
import { useState } from "preact/hooks"

import { repository as words } from "../../../../locales/repository.ts"
import type { Send } from "../../../../messaging/client.ts"
import type { RequestName, Requests } from "../../../../messaging/contract.ts"
import type { Failure } from "../../../../messaging/failure.ts"
import { nextStep } from "../../../../ui/text/next-step.ts"
import { sentenceOf } from "../problem.tsx"

/** Whether the change may have been made although the answer was lost, and the failure's own words do not say so. */
const isOpen = ({ outcome, own, remedy }: Failure): boolean =>
  remedy?.to !== "lookFirst" &&
  (outcome === "unknown" ||
    own?.is === "stopped" ||
    own?.is === "unreadable" ||
    (own?.is === "hub" && (own.why === "gone" || own.why === "unreadable")))

/** @param mayBeDone what is said if it may have been made; empty for what changes nothing */
export const problemOf = (error: Failure, mayBeDone: string = words.mayBeDone): string =>
  isOpen(error) ? `${sentenceOf(error)} ${mayBeDone}`.trim() : sentenceOf(error)

type Changing =
  | { readonly at: "rest" }
  | { readonly at: "asking" }
  | { readonly at: "sending" }
  | { readonly at: "done" }
  | { readonly at: "failed"; readonly error: Failure; readonly problem: string }

/** Whether nothing of it is shown but perhaps its question. */
export const isResting = ({ at }: Changing): boolean => at === "rest" || at === "asking"

/** @param mayBeDone see `problemOf` */
export const useChange = (send: Send, mayBeDone?: string) => {
  const [state, setState] = useState<Changing>({ at: "rest" })
  return {
    state,
    ask: () => setState({ at: "asking" }),
    leave: () => setState({ at: "rest" }),
    /** @param mark awaited before it is sent, when it can already not be confirmed again */
    make: async <N extends RequestName>(
      name: N,
      input: Requests[N]["input"],
      mark?: () => Promise<void>
    ): Promise<Requests[N]["output"] | undefined> => {
      setState({ at: "sending" })
      await mark?.()
      const reply = await send(name, input)
      setState(
        reply.ok ? { at: "done" } : { at: "failed", error: reply.error, problem: problemOf(reply.error, mayBeDone) }
      )
      return reply.ok ? reply.output : undefined
    }
  }
}

interface ChangeProblemProps {
  readonly state: Changing | undefined
  readonly onSettings: () => void
}

/** Has no button to send the change again: that is the one of the change itself. */
export const ChangeProblem = ({ state, onSettings }: ChangeProblemProps) => {
  if (state?.at !== "failed") return null
  const { label, does } = nextStep(state.error, navigator.onLine)
  return (
    <div class="repo-problem">
      <p class="field-error small" role="alert">
        {state.problem}
      </p>
      {does === "options" && <Button onClick={onSettings}>{label}</Button>}
    </div>
  )
}

/** Shown below a line or the foot while its change awaits confirmation, or after it has failed. */
export const Question = (props: {
  readonly state: Changing
  readonly onSettings: () => void
  readonly question: string
  readonly yes: string
  readonly onYes: () => void
  readonly onNo: () => void
}) => {
  const { state, onSettings, question, yes, onYes, onNo } = props
  if (state.at === "asking")
    return <Confirm question={question} yes={yes} no={words.cancel} look="primary" onYes={onYes} onNo={onNo} />
  return <ChangeProblem {...{ state, onSettings }} />
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
