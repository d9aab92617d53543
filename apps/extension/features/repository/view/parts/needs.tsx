/** What waits for the user: failed runs, requested reviews, mentions. */
import { Button } from "@inlay/ui/Button"
import { useReturnFocus } from "@inlay/ui/return-focus"
import { useEffect, useRef, useState } from "preact/hooks"

import { needs as words, repository } from "../../../../locales/repository.ts"
import { age } from "../../../../ui/text/moment.ts"
import { keyFor, MAX_COMMENT_CHARS, type Run, type Thread } from "../../requests.ts"
import type { Sent } from "../../sent.ts"
import { ChangeButton, isResting, Question, useChange } from "../changes/change.tsx"
import { SentBefore, useSentDraft } from "../changes/sent-draft.tsx"
import type { RepositoryContext } from "../context.ts"
import type { Waiting } from "../waiting.ts"
import { Line, linkOn } from "./line.tsx"

/** How many lines of each kind are shown; the page has the rest. */
const SHOWN = 3

const FailedRun = ({
  run,
  context,
  onDone
}: {
  readonly run: Run
  readonly context: RepositoryContext
  readonly onDone: () => void
}) => {
  const { send, of, name, who, now, facts } = context
  const { state, ask, leave, make } = useChange(send)
  const label = `${run.workflow} #${run.number}`
  const rerun = async () => {
    if ((await make("rerunRun", { ...of, run: run.id })) !== undefined) onDone()
  }
  return (
    <>
      <Line
        sign="✕"
        tone="danger"
        title={words.failed(run.workflow, run.branch)}
        href={linkOn(context, run.url)}
        about={words.run(run.number, run.event, run.actor, age(run.updatedAt, now))}
        side={
          facts?.mayWrite !== false &&
          facts?.isArchived !== true && (
            <ChangeButton state={state} label={words.rerun} done={words.rerunDone} onAsk={ask} />
          )
        }
      />
      <li class="repo-below">
        <Question
          state={state}
          onSettings={context.onSettings}
          question={words.rerunSure(label, name, who)}
          yes={words.rerunYes}
          onYes={() => void rerun()}
          onNo={leave}
        />
      </li>
    </>
  )
}

const Reply = ({
  thread,
  context,
  text,
  onInput,
  sent,
  markSent,
  onClose
}: {
  readonly thread: Thread
  readonly context: RepositoryContext
  readonly text: string
  readonly onInput: (text: string) => void
  /** What is known of an earlier sending. */
  readonly sent: Sent | undefined
  readonly markSent: () => Promise<void>
  readonly onClose: () => void
}) => {
  const { send, of, name, who } = context
  const { state, ask, leave, make } = useChange(send)
  const area = useRef<HTMLTextAreaElement>(null)
  useReturnFocus()
  useEffect(() => area.current?.focus(), [])
  const wish = { ...of, number: thread.number, text: text.trim() }
  // The text may have gone since it asked: another popup has sent it, or the user has deleted it.
  const comment = () => (wish.text === "" ? leave() : void make("commentOn", wish, markSent))
  if (state.at === "done") {
    return (
      <p class="small" role="status">
        {words.replyDone}
      </p>
    )
  }
  return (
    <div class="note-editor">
      <textarea
        ref={area}
        rows={3}
        maxLength={MAX_COMMENT_CHARS}
        aria-label={words.replyTo(thread.number)}
        value={text}
        readOnly={state.at === "sending"}
        onInput={({ currentTarget: { value } }) => onInput(value)}
      />
      {isResting(state) && <SentBefore {...{ sent, context }} done={words.replyDone} />}
      <Question
        state={state}
        onSettings={context.onSettings}
        question={words.replySure(thread.number, name, who)}
        yes={words.replyYes}
        onYes={comment}
        onNo={leave}
      />
      {state.at !== "asking" && (
        <div class="actions">
          <Button idle={wish.text === ""} busy={state.at === "sending"} onClick={ask}>
            {words.send}
          </Button>
          {/* Leaving would not stop it. */}
          <Button look="bare" idle={state.at === "sending"} onClick={onClose}>
            {repository.cancel}
          </Button>
        </div>
      )}
    </div>
  )
}

const ThreadLine = ({
  thread,
  context,
  is
}: {
  readonly thread: Thread
  readonly context: RepositoryContext
  readonly is: "review" | "mention"
}) => {
  const { now, of } = context
  const { draft = "", sent, keepDraft, markSent, leave } = useSentDraft(`${keyFor("reply", of)} ${thread.number}`)
  const [isOpen, setOpen] = useState(false)
  const isReplying = isOpen || draft !== ""
  return (
    <>
      <Line
        sign={is === "review" ? "◉" : "@"}
        {...(is === "review" && { tone: "warning" as const })}
        title={words[is](thread.title)}
        href={linkOn(context, thread.url)}
        about={words.thread(thread.number, thread.by, age(thread.at, now))}
        side={
          is === "review" ? (
            <span class="outward" aria-hidden="true" />
          ) : (
            !isReplying && (
              <button type="button" class="button" onClick={() => setOpen(true)}>
                {words.reply}
              </button>
            )
          )
        }
      />
      {!isReplying && sent !== undefined && (
        <li class="repo-below">
          <SentBefore {...{ sent, context }} done={words.replyDone} />
        </li>
      )}
      {isReplying && (
        <li class="repo-below">
          <Reply
            {...{ thread, context, sent }}
            text={draft}
            onInput={(text) => {
              // Stays open when its text is gone, also one that an earlier popup has kept.
              setOpen(true)
              keepDraft(text)
            }}
            markSent={() => {
              // Stays open for its result: the draft may be gone before the reply is there.
              setOpen(true)
              return markSent()
            }}
            onClose={() => {
              setOpen(false)
              void leave()
            }}
          />
        </li>
      )}
    </>
  )
}

export const Needs = (props: {
  readonly waiting: Waiting
  readonly context: RepositoryContext
  /** Mentions cannot be read with this token. */
  readonly lacksMentions: boolean
  /** Runs that were started again here. */
  readonly rerun: ReadonlyArray<Run>
  readonly onRerun: (run: Run) => void
}) => {
  const { waiting, context, lacksMentions, rerun, onRerun } = props
  const { reviews, mentions, count } = waiting
  const done = rerun.filter(({ id }) => waiting.runs.every((run) => run.id !== id))
  const runs = [...done, ...waiting.runs]
  const hidden = [runs, reviews, mentions].reduce((sum, all) => sum + Math.max(0, all.length - SHOWN), 0)
  return (
    <>
      {count + done.length === 0 && <p class="small quiet">{words.none}</p>}
      <ul class="repo-list">
        {runs.slice(0, SHOWN).map((run) => (
          <FailedRun key={`${run.id} ${run.updatedAt}`} run={run} context={context} onDone={() => onRerun(run)} />
        ))}
        {reviews.slice(0, SHOWN).map((thread) => (
          <ThreadLine key={`review ${thread.number}`} thread={thread} context={context} is="review" />
        ))}
        {mentions.slice(0, SHOWN).map((thread) => (
          <ThreadLine key={`mention ${thread.number}`} thread={thread} context={context} is="mention" />
        ))}
      </ul>
      {hidden > 0 && <p class="small quiet">{words.more(hidden)}</p>}
      {lacksMentions && <p class="small quiet">{words.noMentions}</p>}
    </>
  )
}
