/** A draft whose change is sent: what is known of an earlier sending, perhaps by a popup that has been closed. */
import { useEffect, useState } from "preact/hooks"

import { repository as words } from "../../../../locales/repository.ts"
import { draftOf } from "../../../../messaging/session-storage.ts"
import { age } from "../../../../ui/text/moment.ts"
import { useDraft } from "../../../../ui/use-draft.ts"
import { forgetSent, keepSent, onSent, type Sent } from "../../sent.ts"
import type { RepositoryContext } from "../context.ts"
import { ChangeProblem, problemOf } from "./change.tsx"

export const useSentDraft = (name: string) => {
  const { draft, keepDraft, dropDraft } = useDraft(name)
  const [sent, setSent] = useState<Sent>()
  const isRead = draft !== undefined
  useEffect(() => {
    setSent(undefined)
    // A draft that is read later could be one that has been sent.
    if (!isRead) return
    return onSent(name, (now) => {
      setSent(now)
      if (now.failure !== null) return
      void forgetSent(name)
      void dropDraft(now.text)
    })
  }, [name, isRead])
  const dropSent = () => dropDraft(draft ?? "")
  return {
    draft,
    sent,
    keepDraft,
    markSent: () => keepSent(name, draft ?? ""),
    /** Forgets the draft that was sent, once the change is made, but nothing that was entered meanwhile. */
    dropSent,
    /** Forgets the draft, and that it was sent, unless another window still has what was sent as its draft. */
    leave: async () => {
      setSent(undefined)
      await dropSent()
      // A form that is sent as it is has no text, and is offered again without one.
      if (draft === sent?.text || ((await draftOf(name)) ?? "") !== sent?.text) await forgetSent(name)
    }
  }
}

/** What came of a draft that was sent before. */
export const SentBefore = (props: {
  readonly sent: Sent | undefined
  readonly context: RepositoryContext
  /** Says that the change was made. */
  readonly done: string
  /** Says that the change may have been made, and what to do then. */
  readonly mayBeDone?: string
}) => {
  const { sent, context, done, mayBeDone } = props
  if (sent === undefined) return null
  const { at, failure } = sent
  const when = failure?.nothing === "sent" ? "" : words.sent(age(at, context.now))
  if (failure)
    return (
      <ChangeProblem
        state={{ at: "failed", error: failure, problem: `${when} ${problemOf(failure, mayBeDone)}`.trim() }}
        onSettings={context.onSettings}
      />
    )
  return (
    <p class="small" role="status">
      {when} {failure === null ? done : (mayBeDone ?? words.unanswered)}
    </p>
  )
}
