/** The user's own note: shown if there is one, and edited in place. */
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"
import { useCallback, useEffect, useRef, useState } from "preact/hooks"

import { note as words, result } from "../../../locales/result.ts"
import type { Send } from "../../../messaging/client.ts"
import { problemText } from "../../../ui/text/problem.ts"
import { useDraft } from "../../../ui/use-draft.ts"
import { useStored } from "../../../ui/use-stored.ts"
import type { TabSubject } from "../../enrich/requests.ts"
import { MAX_NOTE_CHARS } from "../requests.ts"

interface NoteProps {
  readonly send: Send
  readonly of: TabSubject
  /** Whether the user asked to write one. */
  readonly isWriting: boolean
  readonly onDone: () => void
}

const Editor = (props: {
  readonly text: string
  /** What was typed before the popup closed; empty if nothing was. */
  readonly draft: string
  readonly problem: string | undefined
  readonly onInput: (text: string) => void
  /** Returns what is stored then, unless that failed. */
  readonly onSave: (text: string) => Promise<string | undefined>
  readonly onCancel: () => void
}) => {
  // The stored note from which the user's text started. Until the user types, the editor follows the stored note.
  const [start, setStart] = useState(props.text)
  const [isTyped, setTyped] = useState(props.draft !== "")
  const [isFull, setFull] = useState(false)
  if (!isTyped && start !== props.text) setStart(props.text)
  const editor = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    area.current?.focus({ preventScroll: true })
    // Waits a frame, so that the popup has grown as far as it can before scrolling.
    const frame = requestAnimationFrame(() => editor.current?.scrollIntoView({ block: "end" }))
    return () => cancelAnimationFrame(frame)
  }, [])
  const save = async () => {
    const saved = await props.onSave(area.current?.value ?? "")
    // What was typed meanwhile goes on from it.
    if (saved !== undefined) setStart(saved)
  }
  return (
    <div class="note-editor" ref={editor}>
      <textarea
        ref={area}
        rows={3}
        maxLength={MAX_NOTE_CHARS}
        aria-label={words.title}
        defaultValue={isTyped ? props.draft : start}
        onInput={({ currentTarget: { value } }) => {
          props.onInput(value)
          setTyped(true)
          setFull(value.length >= MAX_NOTE_CHARS)
        }}
      />
      {start !== props.text && (
        <p class="field-error" role="alert">
          {props.text === "" ? words.deletedElsewhere : words.changedElsewhere(visible(props.text))}
        </p>
      )}
      {props.problem !== undefined && (
        <p class="field-error" role="alert">
          {props.problem}
        </p>
      )}
      <div class="actions">
        <Button onClick={() => void save()}>{words.save}</Button>
        <Button look="bare" onClick={props.onCancel}>
          {result.cancel}
        </Button>
        {/* The browser cuts a longer text that is pasted, without a word. */}
        <span class="small quiet" role="status">
          {isFull ? words.full(MAX_NOTE_CHARS) : words.stays}
        </span>
      </div>
    </div>
  )
}

export const NoteView = ({ send, of, isWriting, onDone }: NoteProps) => {
  /** `undefined` until it has been read. */
  const [text, setText] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { draft, keepDraft, dropDraft } = useDraft(`note ${of.plugin}/${of.account} ${of.subject}`)
  // Only the newest reading may draw, and none that is older than a save.
  const turn = useRef(0)
  const read = useCallback(async () => {
    const mine = ++turn.current
    const reply = await send("note", of)
    if (mine !== turn.current) return
    if (reply.ok) setText(reply.output.text)
    setProblem(reply.ok ? undefined : problemText(reply.error))
  }, [send, of.tabId, of.link, of.subject, of.account])
  useStored(read)
  const close = (entered = "") => {
    setOpen(false)
    setProblem(undefined)
    void dropDraft(entered)
    onDone()
  }
  const save = async (next: string) => {
    const reply = await send("saveNote", { ...of, text: next })
    if (!reply.ok) {
      setProblem(problemText(reply.error))
      return undefined
    }
    turn.current += 1
    setText(reply.output.text)
    close(next)
    return reply.output.text
  }
  const editing = isWriting || isOpen || (draft !== undefined && draft !== "")
  const isUnread = text === undefined
  // A popup that closed before the answer to its Save has kept what is stored by now.
  useEffect(() => {
    if (!isOpen && !isWriting && draft && draft.trim() === text) void dropDraft(draft)
  }, [draft, text])
  // An editor over a note that could not be read would overwrite it.
  useEffect(() => {
    if (editing && isUnread) void read()
  }, [editing])
  if (!editing && (isUnread || text === "")) return null
  return (
    <section>
      <div class="section-head">
        <h2 class="section-title">{words.title}</h2>
        {!editing && (
          <button type="button" class="tool small" onClick={() => setOpen(true)}>
            {words.edit}
          </button>
        )}
      </div>
      {editing && isUnread && problem !== undefined && (
        <div class="actions">
          <p class="field-error" role="alert">
            {problem}
          </p>
          <Button look="bare" onClick={() => close(draft)}>
            {result.cancel}
          </Button>
        </div>
      )}
      {isUnread ? null : editing ? (
        draft !== undefined && (
          <Editor
            {...{ text, draft, problem }}
            onInput={(next) => {
              setOpen(true)
              keepDraft(next)
            }}
            onSave={save}
            onCancel={() => close(draft)}
          />
        )
      ) : (
        <p class="note-text">{visible(text)}</p>
      )}
    </section>
  )
}
