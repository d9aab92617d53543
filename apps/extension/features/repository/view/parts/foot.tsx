/** The foot: what is left of the account's rate limit, and actions on the repository. */
import { useState } from "preact/hooks"

import { foot as words } from "../../../../locales/repository.ts"
import { keyFor, type Limit } from "../../requests.ts"
import type { Answer } from "../answer.ts"
import { ChangeButton, Question, useChange } from "../changes/change.tsx"
import { Dispatch } from "../changes/dispatch.tsx"
import { SentBefore, useSentDraft } from "../changes/sent-draft.tsx"
import type { RepositoryContext } from "../context.ts"

/** The share of the limit below which the rest is highlighted. */
const LOW = 0.1

const Left = ({ limit }: { readonly limit: Limit | undefined }) => {
  if (limit === undefined) return <p class="small quiet" />
  if (limit === null) return <p class="small quiet">{words.unlimited}</p>
  return (
    <p class="small quiet">
      <span class={limit.left < limit.limit * LOW ? "stale" : ""}>{words.left(limit.left, limit.limit)}</span>
      {limit.left < limit.limit && (
        <>
          <br />
          <time dateTime={limit.fullAt}>{words.full(limit.fullAt)}</time>
        </>
      )}
    </p>
  )
}

export const Foot = (props: {
  readonly context: RepositoryContext
  /** Nothing could be read of the repository, so nothing can be done there. */
  readonly isUnreadable: boolean
  readonly limit: Answer<{ readonly limit: Limit }>
  /** Called after something was started, because the list of runs is then out of date. */
  readonly onStarted: () => void
}) => {
  const { context, isUnreadable, limit, onStarted } = props
  const { send, of, name, who, facts } = context
  const { draft = "", sent, keepDraft, markSent, dropSent, leave } = useSentDraft(keyFor("dispatch", of))
  const [isOpen, setOpen] = useState(false)
  const [isStarted, setStarted] = useState(false)
  const starring = useChange(send)
  const starting = useChange(send)
  const isSending = starting.state.at === "sending"
  const mayStart = facts !== undefined && facts.mayWrite !== false && !facts.isArchived
  const isUnsettled = sent !== undefined && sent.failure !== null
  const isDispatching = mayStart && (isOpen || isUnsettled || draft !== "")
  const close = () => {
    setOpen(false)
    void leave()
  }
  if (isUnreadable && limit.failure !== undefined) return null
  return (
    <footer class="foot">
      <Question
        state={starring.state}
        onSettings={context.onSettings}
        question={words.starSure(name, who)}
        yes={words.starYes}
        onYes={() => void starring.make("starRepository", of)}
        onNo={starring.leave}
      />
      {!isDispatching && !isStarted && <SentBefore {...{ sent, context }} done={words.dispatched} />}
      {isDispatching && (
        <Dispatch
          {...{ context, draft, sent, markSent, starting }}
          onInput={keepDraft}
          onClose={close}
          onDone={() => {
            setOpen(false)
            void dropSent()
            setStarted(true)
            onStarted()
          }}
        />
      )}
      <div class="foot-line">
        <Left limit={limit.output?.limit} />
        <div class="foot-tools">
          {!isUnreadable && (
            <ChangeButton
              state={starring.state}
              label={`★ ${words.star}`}
              done={`★ ${words.starred}`}
              onAsk={starring.ask}
            />
          )}
          {mayStart && (
            <button
              type="button"
              class="button primary"
              aria-expanded={isDispatching}
              aria-disabled={isSending ? "true" : undefined}
              onClick={() => !isSending && (isDispatching ? close() : setOpen(true))}
            >
              {isStarted ? words.dispatched : words.dispatch}
            </button>
          )}
        </div>
      </div>
    </footer>
  )
}
