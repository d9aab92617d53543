// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { tellChange } from "../../../messaging/changes.ts"
import type { Send } from "../../../messaging/client.ts"
import type { RequestName } from "../../../messaging/contract.ts"
import { emptySessionStorage } from "../../../tests/session-storage.ts"
import { forgetRecordDrafts } from "../../../ui/use-draft.ts"
import { NoteView } from "./note.tsx"

const OF = { plugin: "salesdata", account: "default", tabId: 1, subject: "person x" }

afterEach(cleanup)

/** A worker that has a note, and another window that changes it. */
const worker = () => {
  let text = "Renewal in March"
  const send = (async (name: RequestName, input: { readonly text: string }) => {
    if (name === "saveNote") ({ text } = input)
    return { ok: true, output: { text } }
  }) as unknown as Send
  const change = (next: string) => {
    text = next
    tellChange({ inlay: "saveNote" }, { ok: true, output: { text } })
  }
  return { send, change, stored: () => text }
}

it("is read again when another page has changed it, so that an edit starts from the newest", async () => {
  const { send, change, stored } = worker()
  render(<NoteView send={send} of={OF} isWriting={false} onDone={() => undefined} />)
  await screen.findByText("Renewal in March")
  change("Renewal in April")
  await screen.findByText("Renewal in April")
  fireEvent.click(screen.getByRole("button", { name: "Edit" }))
  const area = screen.getByRole<HTMLTextAreaElement>("textbox")
  expect(area.value).toBe("Renewal in April")
  fireEvent.input(area, { target: { value: "Renewal in May" } })
  fireEvent.click(screen.getByRole("button", { name: /Save/ }))
  await screen.findByText("Renewal in May")
  await vi.waitFor(() => expect(stored()).toBe("Renewal in May"))
})

it("says while it is written that another window has changed it, and to what", async () => {
  const { send, change, stored } = worker()
  render(<NoteView send={send} of={OF} isWriting={true} onDone={() => undefined} />)
  const area = await screen.findByRole<HTMLTextAreaElement>("textbox")
  change("Renewal in April")
  await vi.waitFor(() => expect(area.value).toBe("Renewal in April"))
  expect(screen.queryByRole("alert")).toBeNull()
  fireEvent.input(area, { target: { value: "Ask for Ben" } })
  change("Renewal in May")
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Changed in another window to “Renewal in May”. Saving replaces that."
  )
  change("")
  await screen.findByText("Deleted in another window. Saving writes it again.")
  expect(area.value).toBe("Ask for Ben")
  fireEvent.click(screen.getByRole("button", { name: /Save/ }))
  await vi.waitFor(() => expect(stored()).toBe("Ask for Ben"))
})

it("is not overwritten if it could not be read: writing reads it first", async () => {
  let isThere = false
  const saved = new Array<string>()
  const send = (async (name: RequestName, { text }: { readonly text: string }) => {
    if (name === "saveNote") saved.push(text)
    return isThere
      ? { ok: true, output: { text: "Renewal in March" } }
      : { ok: false, error: { reason: "Transport", what: "The worker was stopped", operation: "note" } }
  }) as unknown as Send
  const note = (isWriting: boolean) => <NoteView send={send} of={OF} isWriting={isWriting} onDone={() => undefined} />
  const { rerender } = render(note(false))
  rerender(note(true))
  await screen.findByRole("alert")
  expect(screen.queryByRole("textbox")).toBeNull()
  rerender(note(false))
  isThere = true
  rerender(note(true))
  expect((await screen.findByRole<HTMLTextAreaElement>("textbox")).value).toBe("Renewal in March")
  expect(saved).toEqual([])
})

it("says that a note is full, where the browser leaves out the rest of what is pasted", async () => {
  const { send } = worker()
  render(<NoteView send={send} of={OF} isWriting={true} onDone={() => undefined} />)
  const area = await screen.findByRole<HTMLTextAreaElement>("textbox")
  fireEvent.input(area, { target: { value: "n".repeat(area.maxLength) } })
  expect(screen.getByRole("status").textContent).toBe("A note has at most 2,000 characters")
  fireEvent.input(area, { target: { value: "n" } })
  expect(screen.getByRole("status").textContent).toBe("Stays in this browser")
})

it("shows no older text after a newer one, whichever answer comes last", async () => {
  const answers: Array<(text: string) => void> = []
  const send = (() =>
    new Promise((answer) => answers.push((text) => answer({ ok: true, output: { text } })))) as unknown as Send
  const { container } = render(<NoteView send={send} of={OF} isWriting={false} onDone={() => undefined} />)
  const changed = () => tellChange({ inlay: "saveNote" }, { ok: true, output: { text: "" } })
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20))
  changed()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.("Renewal in April")
  await screen.findByText("Renewal in April")
  answers[0]?.("Renewal in March")
  await settled()
  expect(container.textContent).toContain("Renewal in April")
  // A reading that began before the user saved.
  fireEvent.click(screen.getByRole("button", { name: "Edit" }))
  changed()
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  fireEvent.click(screen.getByRole("button", { name: /Save/ }))
  answers[3]?.("Renewal in May")
  await screen.findByText("Renewal in May")
  answers[2]?.("Renewal in April")
  await settled()
  expect(container.textContent).toContain("Renewal in May")
})

it("is as it was after its editor was cancelled", async () => {
  const { send, stored } = worker()
  const onDone = vi.fn<() => void>()
  render(<NoteView send={send} of={OF} isWriting={false} onDone={onDone} />)
  fireEvent.click(await screen.findByRole("button", { name: "Edit" }))
  fireEvent.input(screen.getByRole("textbox"), { target: { value: "Ask for Ben" } })
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }))
  await screen.findByText("Renewal in March")
  expect([screen.queryByRole("textbox"), stored(), onDone.mock.calls.length]).toEqual([null, "Renewal in March", 1])
})

it("stays in its editor if it could not be saved, which says why", async () => {
  const onDone = vi.fn<() => void>()
  const send = (async (name: RequestName) =>
    name === "saveNote"
      ? { ok: false, error: { reason: "Transport", what: "The worker was stopped", operation: "note" } }
      : { ok: true, output: { text: "" } }) as unknown as Send
  render(<NoteView send={send} of={OF} isWriting={true} onDone={onDone} />)
  const area = await screen.findByRole<HTMLTextAreaElement>("textbox")
  fireEvent.input(area, { target: { value: "Ask for Ben" } })
  fireEvent.click(screen.getByRole("button", { name: /Save/ }))
  await screen.findByRole("alert")
  expect([screen.getByRole<HTMLTextAreaElement>("textbox").value, onDone.mock.calls]).toEqual(["Ask for Ben", []])
})

it("is no draft any more if its popup closed after it was saved and before it heard of that", async () => {
  emptySessionStorage()
  const { send, stored } = worker()
  const draft = `note ${OF.plugin}/${OF.account} ${OF.subject}`
  await chrome.storage.session.set({ [`draft ${draft}`]: ` ${stored()} ` })
  render(<NoteView send={send} of={OF} isWriting={false} onDone={() => undefined} />)
  await screen.findByText("Renewal in March")
  await vi.waitFor(async () => expect(await chrome.storage.session.get()).toEqual({}))
  expect(screen.queryByRole("textbox")).toBeNull()
})

it("leaves what another window has typed since to it, if the draft that it read is what is stored", async () => {
  emptySessionStorage()
  const { send, change } = worker()
  const draft = `draft note ${OF.plugin}/${OF.account} ${OF.subject}`
  await chrome.storage.session.set({ [draft]: "Ask for B" })
  const { container } = render(<NoteView send={send} of={OF} isWriting={false} onDone={() => undefined} />)
  await screen.findByRole("textbox")
  await chrome.storage.session.set({ [draft]: "Ask for Ben" })
  change("Ask for B")
  await vi.waitFor(() => expect(container.querySelector("textarea")).toBeNull())
  expect(await chrome.storage.session.get()).toEqual({ [draft]: "Ask for Ben" })
})

it("stays in the editor that the user asked for, although its draft is what is stored", async () => {
  emptySessionStorage()
  const { send, stored } = worker()
  await chrome.storage.session.set({ [`draft note ${OF.plugin}/${OF.account} ${OF.subject}`]: stored() })
  render(<NoteView send={send} of={OF} isWriting onDone={() => undefined} />)
  const area = await screen.findByRole<HTMLTextAreaElement>("textbox")
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(area.value).toBe(stored())
})

it("stays in its editor if a draft becomes what is stored while it is typed", async () => {
  emptySessionStorage()
  const { send, stored } = worker()
  await chrome.storage.session.set({ [`draft note ${OF.plugin}/${OF.account} ${OF.subject}`]: "Renewal" })
  render(<NoteView send={send} of={OF} isWriting={false} onDone={() => undefined} />)
  const area = await screen.findByRole<HTMLTextAreaElement>("textbox")
  fireEvent.input(area, { target: { value: stored() } })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe(stored())
})

it("goes on with what is typed before its Save is answered, from the note that was saved", async () => {
  emptySessionStorage()
  const answer = Promise.withResolvers<void>()
  const { send: sendNow } = worker()
  const send = (async (...[name, input]: Parameters<Send>) => {
    if (name === "saveNote") await answer.promise
    return sendNow(name, input)
  }) as Send
  const onDone = vi.fn<() => void>()
  render(<NoteView send={send} of={OF} isWriting={false} onDone={onDone} />)
  fireEvent.click(await screen.findByRole("button", { name: "Edit" }))
  const area = screen.getByRole<HTMLTextAreaElement>("textbox")
  fireEvent.input(area, { target: { value: "Ask for B" } })
  fireEvent.click(screen.getByRole("button", { name: /Save/ }))
  fireEvent.input(area, { target: { value: "Ask for Ben" } })
  answer.resolve()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(screen.getByRole("textbox")).toBe(area)
  expect([area.value, screen.queryByRole("alert")]).toEqual(["Ask for Ben", null])
  fireEvent.click(screen.getByRole("button", { name: /Save/ }))
  await screen.findByText("Ask for Ben", { selector: "p" })
  await vi.waitFor(async () => expect(await chrome.storage.session.get()).toEqual({}))
})

it.each(["Save", "Cancel"])("leaves the draft of another window to it: %s", async (name) => {
  emptySessionStorage()
  const { send } = worker()
  const { container } = render(<NoteView send={send} of={OF} isWriting={false} onDone={() => undefined} />)
  fireEvent.click(await screen.findByRole("button", { name: "Edit" }))
  fireEvent.input(screen.getByRole("textbox"), { target: { value: "Ask for Ben" } })
  const other = { [`draft note ${OF.plugin}/${OF.account} ${OF.subject}`]: "Ask for Bea" }
  await chrome.storage.session.set(other)
  fireEvent.click(screen.getByRole("button", { name: new RegExp(name) }))
  await vi.waitFor(() => expect(container.querySelector("textarea")).toBeNull())
  expect(await chrome.storage.session.get()).toEqual(other)
})

it("has what was typed when its popup closed, until it is saved, cancelled or deleted", async () => {
  emptySessionStorage()
  const { send, stored } = worker()
  const open = () => render(<NoteView send={send} of={OF} isWriting={false} onDone={() => undefined} />)
  const close = async () => {
    await vi.waitFor(async () => expect(Object.keys(await chrome.storage.session.get())).toHaveLength(1))
    cleanup()
  }
  open()
  fireEvent.click(await screen.findByRole("button", { name: "Edit" }))
  fireEvent.input(await screen.findByRole("textbox"), { target: { value: "Ask for B" } })
  await close()
  open()
  const area = await screen.findByRole<HTMLTextAreaElement>("textbox")
  expect(area.value).toBe("Ask for B")
  fireEvent.input(area, { target: { value: "Ask for Ben" } })
  fireEvent.click(screen.getByRole("button", { name: /Save/ }))
  await screen.findByText("Ask for Ben")
  expect(stored()).toBe("Ask for Ben")
  await vi.waitFor(async () => expect(await chrome.storage.session.get()).toEqual({}))
  for (const end of [() => fireEvent.click(screen.getByRole("button", { name: "Cancel" })), forgetRecordDrafts]) {
    cleanup()
    open()
    fireEvent.click(await screen.findByRole("button", { name: "Edit" }))
    fireEvent.input(await screen.findByRole("textbox"), { target: { value: "Ask for Bea" } })
    await close()
    open()
    await screen.findByRole("textbox")
    await end()
    await vi.waitFor(async () => expect(await chrome.storage.session.get()).toEqual({}))
  }
  await chrome.storage.session.set({ "draft reply 7": "On it.", "draft people a": "{}" })
  await forgetRecordDrafts()
  expect(await chrome.storage.session.get()).toEqual({ "draft reply 7": "On it." })
})
