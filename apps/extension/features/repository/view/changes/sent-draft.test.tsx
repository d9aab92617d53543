// A popup that is closed after its draft was sent, and the one that is opened next.
// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/preact"
import { describe, expect, it, vi } from "vitest"

import { forgetAccounts } from "../../../../messaging/session-storage.ts"
import {
  DIRECT,
  failure,
  HUB,
  open,
  page,
  part,
  textOf,
  trigger,
  withBrowser
} from "../../../../tests/samples/repository.tsx"
import { keepSent, sendingOf } from "../../sent.ts"

withBrowser()

const DRAFT = "reply codehost/work acme/widgets 7"
const UNANSWERED = "Sent just now. The answer is not known: check the page before you send it again."

/** What the worker does with the answer to what was sent last, of which a closed popup hears nothing. */
let answered: Awaited<ReturnType<typeof sendingOf>>

/** One of several that are open at once. */
const inside = ({ container }: ReturnType<typeof open>) => within(container as HTMLElement)

const lost = failure({ reason: "Transport", what: "The connection was lost.", outcome: "unknown" })
const LOST = /^Sent just now\. The connection was lost\. .*may have been done/

describe("a reply", () => {
  /** Sends it from a popup that is closed before the answer. */
  const sendAndClose = async () => {
    const { changes } = open()
    const needs = await part("Needs you")
    fireEvent.click(await needs.findByRole("button", { name: "Reply…" }))
    fireEvent.input(needs.getByLabelText("Comment on #7"), { target: { value: "On it." } })
    fireEvent.click(needs.getByRole("button", { name: "Comment" }))
    fireEvent.click(needs.getByRole("button", { name: "Yes, comment" }))
    await waitFor(() => expect(changes("commentOn")).toHaveLength(1))
    answered = await sendingOf(DRAFT)
    await act(cleanup)
  }
  const textarea = () => screen.findByLabelText<HTMLTextAreaElement>("Comment on #7")
  const stored = () => chrome.storage.session.get()

  it("without an answer yet says so, also while it asks whether to send it again, until the answer comes", async () => {
    await sendAndClose()
    const { changes } = open()
    await screen.findByText(UNANSWERED)
    expect((await textarea()).value).toBe("On it.")
    fireEvent.click(screen.getByRole("button", { name: "Comment" }))
    await screen.findByRole("button", { name: "Yes, comment" })
    screen.getByText(UNANSWERED)
    await answered(null)
    await screen.findByText("Sent just now. Commented.")
    expect(changes("commentOn")).toHaveLength(0)
    expect(screen.queryByText(UNANSWERED)).toBeNull()
  })

  it("that was made says so once, and is no draft any more", async () => {
    await sendAndClose()
    await answered(null)
    open()
    await screen.findByText("Sent just now. Commented.")
    expect(screen.queryByLabelText("Comment on #7")).toBeNull()
    expect(await stored()).toEqual({})
    cleanup()
    open()
    await screen.findByRole("button", { name: "Reply…" })
    expect(screen.queryByText(/Commented/)).toBeNull()
  })

  it("that may have been made says so in every popup, until it is cancelled", async () => {
    await sendAndClose()
    await answered(lost)
    for (const _popup of [1, 2]) {
      open()
      // oxlint-disable-next-line no-await-in-loop -- one popup after the other
      expect((await screen.findByRole("alert")).textContent).toMatch(LOST)
      // oxlint-disable-next-line no-await-in-loop -- one popup after the other
      expect((await textarea()).value).toBe("On it.")
      cleanup()
    }
    open()
    await screen.findByRole("alert")
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }))
    await screen.findByRole("button", { name: "Reply…" })
    expect(screen.queryByRole("alert")).toBeNull()
    await waitFor(async () => expect(await stored()).toEqual({}))
  })

  it("that is sent again says only what comes of that", async () => {
    await sendAndClose()
    await answered(lost)
    const { changes } = open()
    await screen.findByRole("alert")
    fireEvent.click(screen.getByRole("button", { name: "Comment" }))
    fireEvent.click(await screen.findByRole("button", { name: "Yes, comment" }))
    await waitFor(() => expect(changes("commentOn")).toHaveLength(1))
    expect(screen.queryByRole("alert")).toBeNull()
    cleanup()
    open()
    await screen.findByText(UNANSWERED)
  })

  it("is reported once by the popup that sends it, also if an earlier one kept its draft", async () => {
    await chrome.storage.session.set({ [`draft ${DRAFT}`]: "On it." })
    const reply = Promise.withResolvers<null>()
    const { changes } = open({ commentOn: reply.promise })
    await textarea()
    fireEvent.click(screen.getByRole("button", { name: "Comment" }))
    fireEvent.click(await screen.findByRole("button", { name: "Yes, comment" }))
    await waitFor(() => expect(changes("commentOn")).toHaveLength(1))
    answered = await sendingOf(DRAFT)
    await act(() => answered(null))
    reply.resolve(null)
    await screen.findByText("Commented.")
    expect(screen.queryByText(/Sent/)).toBeNull()
    expect(await stored()).toEqual({})
  })

  it("cannot be confirmed again while it is being noted as sent", async () => {
    const noting = Promise.withResolvers<void>()
    const { changes } = open()
    fireEvent.click(await screen.findByRole("button", { name: "Reply…" }))
    fireEvent.input(await textarea(), { target: { value: "On it." } })
    fireEvent.click(screen.getByRole("button", { name: "Comment" }))
    Object.assign(chrome.storage.session, { set: () => noting.promise })
    fireEvent.click(await screen.findByRole("button", { name: "Yes, comment" }))
    await waitFor(() => expect(screen.queryByRole("button", { name: "Yes, comment" })).toBeNull())
    noting.resolve()
    await waitFor(() => expect(changes("commentOn")).toHaveLength(1))
  })

  it("that another popup sends is no draft of this one, where it was written", async () => {
    open()
    fireEvent.click(await screen.findByRole("button", { name: "Reply…" }))
    fireEvent.input(await textarea(), { target: { value: "On it." } })
    await act(() => keepSent(DRAFT, "On it."))
    answered = await sendingOf(DRAFT)
    await screen.findByText(UNANSWERED)
    await act(() => answered(null))
    await screen.findByText("Sent just now. Commented.")
    expect((await textarea()).value).toBe("")
    expect(await stored()).toEqual({})
  })

  it("that another popup sent while this one asked is not sent without its text", async () => {
    const { changes } = open()
    fireEvent.click(await screen.findByRole("button", { name: "Reply…" }))
    fireEvent.input(await textarea(), { target: { value: "On it." } })
    fireEvent.click(screen.getByRole("button", { name: "Comment" }))
    await act(() => keepSent(DRAFT, "On it."))
    answered = await sendingOf(DRAFT)
    await act(() => answered(null))
    await waitFor(async () => expect((await textarea()).value).toBe(""))
    fireEvent.click(screen.getByRole("button", { name: "Yes, comment" }))
    await screen.findByRole("button", { name: "Comment" })
    expect(changes("commentOn")).toHaveLength(0)
  })

  it("that was not sent does not say that it was", async () => {
    await sendAndClose()
    await answered(failure({ reason: "Transport", own: { is: "offline" }, nothing: "sent", what: "" }))
    open()
    expect((await screen.findByRole("alert")).textContent).toMatch(/^You are offline/)
  })

  it("leaves what is written while its answer is awaited", async () => {
    await sendAndClose()
    open()
    fireEvent.input(await textarea(), { target: { value: "And done." } })
    await answered(null)
    await screen.findByText("Sent just now. Commented.")
    expect((await textarea()).value).toBe("And done.")
    await waitFor(async () => expect(await stored()).toEqual({ [`draft ${DRAFT}`]: "And done." }))
  })

  it("leaves what is written while its answer is awaited, also if no popup is open when it comes", async () => {
    await sendAndClose()
    open()
    fireEvent.input(await textarea(), { target: { value: "And done." } })
    await act(cleanup)
    await answered(null)
    open()
    await screen.findByText("Sent just now. Commented.")
    expect((await textarea()).value).toBe("And done.")
  })

  it("that is sent anew stays sent, in the next popup too, when the answer to the one before comes", async () => {
    await sendAndClose()
    const answeredFirst = answered
    vi.advanceTimersByTime(60_000)
    const { changes } = open()
    fireEvent.input(await textarea(), { target: { value: "On it now." } })
    fireEvent.click(screen.getByRole("button", { name: "Comment" }))
    fireEvent.click(await screen.findByRole("button", { name: "Yes, comment" }))
    await waitFor(() => expect(changes("commentOn")).toHaveLength(1))
    answered = await sendingOf(DRAFT)
    await act(() => answeredFirst(null))
    await act(cleanup)
    open()
    await screen.findByText(UNANSWERED)
    expect((await textarea()).value).toBe("On it now.")
    await answered(null)
    await screen.findByText("Sent just now. Commented.")
    expect(await stored()).toEqual({})
  })

  it("that is sent anew and fails says so, also when the one before is made after that", async () => {
    await sendAndClose()
    const answeredFirst = answered
    vi.advanceTimersByTime(60_000)
    await chrome.storage.session.set({ [`draft ${DRAFT}`]: "On it now." })
    await keepSent(DRAFT, "On it now.")
    answered = await sendingOf(DRAFT)
    await answered(lost)
    await answeredFirst(null)
    open()
    expect((await screen.findByRole("alert")).textContent).toMatch(LOST)
    expect((await textarea()).value).toBe("On it now.")
  })

  it("leaves nothing of an account that is removed before the answer comes: another may have its name", async () => {
    await sendAndClose()
    await forgetAccounts((one) => one === "codehost/work")
    await answered(lost)
    expect(await stored()).toEqual({})
  })

  it("leaves what is written in the panel meanwhile, also if its popup is still open", async () => {
    const reply = Promise.withResolvers<null>()
    const { changes } = open({ commentOn: reply.promise })
    fireEvent.click(await screen.findByRole("button", { name: "Reply…" }))
    fireEvent.input(await textarea(), { target: { value: "On it." } })
    fireEvent.click(screen.getByRole("button", { name: "Comment" }))
    fireEvent.click(await screen.findByRole("button", { name: "Yes, comment" }))
    await waitFor(() => expect(changes("commentOn")).toHaveLength(1))
    answered = await sendingOf(DRAFT)
    const ofPanel = { [`draft ${DRAFT}`]: "And done." }
    await chrome.storage.session.set(ofPanel)
    await act(() => answered(null))
    reply.resolve(null)
    await screen.findByText("Commented.")
    expect(await stored()).toEqual(ofPanel)
  })

  it.each(["first", "last"])("takes nothing from another window, where another one was written %s", async (turn) => {
    const reply = Promise.withResolvers<null>()
    const [popup, panel] = [open({ commentOn: reply.promise }), open()]
    const [here, there] = [inside(popup), inside(panel)]
    const write = async (window: typeof here, value: string) => {
      fireEvent.click(await window.findByRole("button", { name: "Reply…" }))
      fireEvent.input(window.getByLabelText("Comment on #7"), { target: { value } })
    }
    if (turn === "first") await write(there, "Me, too.")
    await write(here, "On it.")
    if (turn === "last") await write(there, "Me, too.")
    fireEvent.click(here.getByRole("button", { name: "Comment" }))
    fireEvent.click(await here.findByRole("button", { name: "Yes, comment" }))
    await waitFor(() => expect(popup.changes("commentOn")).toHaveLength(1))
    answered = await sendingOf(DRAFT)
    await act(() => answered(null))
    reply.resolve(null)
    await here.findByText("Commented.")
    await there.findByText("Sent just now. Commented.")
    expect(there.getByLabelText<HTMLTextAreaElement>("Comment on #7").value).toBe("Me, too.")
    expect(await stored()).toEqual(turn === "first" ? {} : { [`draft ${DRAFT}`]: "Me, too." })
  })

  it.each([
    [0, 1],
    [1, 0]
  ])("is no draft any more once two windows have sent two, whichever answer comes first: %i, %i", async (...order) => {
    const popups = [open(), open()]
    for (const popup of popups) fireEvent.click(await inside(popup).findByRole("button", { name: "Reply…" }))
    const answers: Array<typeof answered> = []
    for (const [n, value] of ["On it.", "Me, too."].entries()) {
      const popup = popups[n]!
      const window = inside(popup)
      fireEvent.input(window.getByLabelText("Comment on #7"), { target: { value } })
      fireEvent.click(window.getByRole("button", { name: "Comment" }))
      fireEvent.click(await window.findByRole("button", { name: "Yes, comment" }))
      await waitFor(() => expect(popup.changes("commentOn")).toHaveLength(1))
      answers.push(await sendingOf(DRAFT))
      vi.advanceTimersByTime(1000)
    }
    for (const n of order) await act(() => answers[n]!(null))
    await waitFor(async () => expect(await stored()).toEqual({}))
  })

  it("still says that it may have been made after another window has left its own", async () => {
    const [popup, panel] = [open(), open()]
    const [here, there] = [inside(popup), inside(panel)]
    fireEvent.click(await there.findByRole("button", { name: "Reply…" }))
    fireEvent.click(await here.findByRole("button", { name: "Reply…" }))
    fireEvent.input(here.getByLabelText("Comment on #7"), { target: { value: "On it." } })
    fireEvent.click(here.getByRole("button", { name: "Comment" }))
    fireEvent.click(await here.findByRole("button", { name: "Yes, comment" }))
    await waitFor(() => expect(popup.changes("commentOn")).toHaveLength(1))
    answered = await sendingOf(DRAFT)
    await there.findByText(UNANSWERED)
    fireEvent.click(there.getByRole("button", { name: "Cancel" }))
    await there.findByRole("button", { name: "Reply…" })
    await act(cleanup)
    await answered(lost)
    open()
    expect((await textarea()).value).toBe("On it.")
    expect((await screen.findByRole("alert")).textContent).toMatch(LOST)
  })

  it("cannot be changed or left in the popup that sends it, which would forget that it was sent", async () => {
    open()
    fireEvent.click(await screen.findByRole("button", { name: "Reply…" }))
    fireEvent.input(await textarea(), { target: { value: "On it." } })
    expect((await textarea()).readOnly).toBe(false)
    fireEvent.click(screen.getByRole("button", { name: "Comment" }))
    fireEvent.click(await screen.findByRole("button", { name: "Yes, comment" }))
    await waitFor(async () => expect((await textarea()).readOnly).toBe(true))
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }))
    expect(Object.keys(await stored())).toEqual([`draft ${DRAFT}`, `sent ${DRAFT}`])
  })
})

describe("a dispatch", () => {
  const workflows = { repositoryWorkflows: { workflows: [{ id: 7, name: "build" }] } }
  const sendAndClose = async () => {
    const { changes } = open(workflows)
    fireEvent.click(await screen.findByRole("button", { name: "Run workflow…" }))
    fireEvent.input(await screen.findByLabelText("Branch or tag"), { target: { value: "next" } })
    fireEvent.click(screen.getByRole("button", { name: "Run" }))
    fireEvent.click(await screen.findByRole("button", { name: "Yes, run it" }))
    await waitFor(() =>
      expect(changes("startWorkflow")).toEqual([["startWorkflow", { ...DIRECT, workflow: 7, ref: "next" }]])
    )
    answered = await sendingOf("dispatch codehost/work acme/widgets")
    await act(cleanup)
  }

  it("without an answer yet says so until it comes", async () => {
    await sendAndClose()
    open(workflows)
    await screen.findByText(UNANSWERED)
    expect((await screen.findByLabelText<HTMLInputElement>("Branch or tag")).value).toBe("next")
    await answered(null)
    await screen.findByText("Sent just now. Started.")
    expect(screen.queryByLabelText("Branch or tag")).toBeNull()
  })

  it("asks nothing of the next one if its answer comes while another popup asks whether to start it again", async () => {
    await sendAndClose()
    open(workflows)
    await screen.findByRole("option", { name: "build" })
    fireEvent.click(screen.getByRole("button", { name: "Run" }))
    await screen.findByRole("button", { name: "Yes, run it" })
    await answered(null)
    await screen.findByText("Sent just now. Started.")
    fireEvent.click(screen.getByRole("button", { name: "Run workflow…" }))
    await screen.findByRole("button", { name: "Run" })
  })

  it("whose branch is deleted while it asks is not started", async () => {
    const { changes } = open(workflows)
    fireEvent.click(await screen.findByRole("button", { name: "Run workflow…" }))
    await screen.findByRole("option", { name: "build" })
    fireEvent.click(screen.getByRole("button", { name: "Run" }))
    fireEvent.input(screen.getByLabelText("Branch or tag"), { target: { value: "" } })
    fireEvent.click(await screen.findByRole("button", { name: "Yes, run it" }))
    await screen.findByRole("button", { name: "Run" })
    expect(changes("startWorkflow")).toHaveLength(0)
  })

  it("cannot be left while it is sent, which would forget that it was", async () => {
    open(workflows)
    fireEvent.click(await screen.findByRole("button", { name: "Run workflow…" }))
    await screen.findByRole("option", { name: "build" })
    fireEvent.click(screen.getByRole("button", { name: "Run" }))
    fireEvent.click(await screen.findByRole("button", { name: "Yes, run it" }))
    fireEvent.click(await screen.findByRole("button", { name: "Cancel" }))
    fireEvent.click(screen.getByRole("button", { name: "Run workflow…" }))
    expect(Object.keys(await chrome.storage.session.get())).toEqual(["sent dispatch codehost/work acme/widgets"])
  })

  it("that may have been started says so also if the workflows cannot be read, or are gone", async () => {
    await sendAndClose()
    await answered(lost)
    open({ repositoryWorkflows: failure({ reason: "Unavailable" }) })
    await screen.findByRole("button", { name: "Try again" })
    await screen.findByText(LOST)
    cleanup()
    open({ repositoryWorkflows: { workflows: [] } })
    await screen.findByText("There is no enabled workflow here.")
    await screen.findByText(LOST)
  })

  it.each(["in the panel", "in its own form"])(
    "leaves the branch that is entered %s while it is sent",
    async (where) => {
      const started = Promise.withResolvers<null>()
      const popup = open({ ...workflows, startWorkflow: started.promise })
      const [here, panel] = [inside(popup), inside(open(workflows))]
      for (const window of [here, panel]) fireEvent.click(await window.findByRole("button", { name: "Run workflow…" }))
      const branch = (window: typeof here) => window.findByLabelText("Branch or tag")
      fireEvent.input(await branch(here), { target: { value: "next" } })
      fireEvent.click(here.getByRole("button", { name: "Run" }))
      fireEvent.click(await here.findByRole("button", { name: "Yes, run it" }))
      await waitFor(() => expect(popup.changes("startWorkflow")).toHaveLength(1))
      answered = await sendingOf("dispatch codehost/work acme/widgets")
      fireEvent.input(await branch(where === "in the panel" ? panel : here), { target: { value: "later" } })
      await act(() => answered(null))
      started.resolve(null)
      await here.findByRole("button", { name: "Started." })
      expect(here.queryAllByLabelText("Branch or tag")).toHaveLength(where === "in the panel" ? 0 : 1)
      expect(await chrome.storage.session.get()).toEqual({
        "draft dispatch codehost/work acme/widgets": JSON.stringify({ ref: "later" })
      })
    }
  )

  it("of an unchanged form still says that it may have been started after another window has left its own", async () => {
    const popup = open(workflows)
    fireEvent.click(await screen.findByRole("button", { name: "Run workflow…" }))
    await screen.findByRole("option", { name: "build" })
    fireEvent.click(screen.getByRole("button", { name: "Run" }))
    fireEvent.click(await screen.findByRole("button", { name: "Yes, run it" }))
    await waitFor(() => expect(popup.changes("startWorkflow")).toHaveLength(1))
    answered = await sendingOf("dispatch codehost/work acme/widgets")
    await act(cleanup)
    await answered(lost)
    const leave = async (branch: string | undefined) => {
      open(workflows)
      const field = await screen.findByLabelText("Branch or tag")
      expect((await screen.findByRole("alert")).textContent).toMatch(LOST)
      if (branch !== undefined) fireEvent.input(field, { target: { value: branch } })
      fireEvent.click(screen.getByRole("button", { name: "Cancel" }))
      await screen.findByRole("button", { name: "Run workflow…" })
      await act(cleanup)
    }
    await leave("next")
    await leave(undefined)
    await waitFor(async () => expect(await chrome.storage.session.get()).toEqual({}))
  })

  it("that failed says why in its form, where it can be cancelled, also if nothing was entered there", async () => {
    await sendAndClose()
    await answered(lost)
    for (const _draft of ["entered", "none"]) {
      open(workflows)
      // oxlint-disable-next-line no-await-in-loop -- one popup after the other
      const form = within(await screen.findByRole("form", { name: "Run workflow…" }))
      // oxlint-disable-next-line no-await-in-loop -- one popup after the other
      expect((await form.findByRole("alert")).textContent).toMatch(LOST)
      cleanup()
      // oxlint-disable-next-line no-await-in-loop -- one popup after the other
      await chrome.storage.session.remove("draft dispatch codehost/work acme/widgets")
    }
  })
})

describe("a trigger", () => {
  const answers = {
    repositoryPage: page(HUB),
    repositoryTriggers: { triggers: [] },
    triggerChoices: { choices: [{ id: "codehost_new_issue", title: "New issue" }] },
    triggerFilters: { targetSchema: { properties: { repo: {} } }, filtersSchema: {} }
  }
  const gone = failure({ reason: "Transport", what: "", own: { is: "hub", why: "gone", origin: "http://hub.example" } })
  const MAY_BE_ADDED = /may have been switched on: look at the list/
  const form = async () => within(await screen.findByRole("form", { name: "Watch something here" }))
  const switchOn = async (over: object = {}) => {
    const popup = open({ ...answers, ...over })
    fireEvent.click(await screen.findByRole("button", { name: "Watch something here…" }))
    await (await form()).findByRole("option", { name: "New issue" })
    fireEvent.change((await form()).getByLabelText("What"), { target: { value: "codehost_new_issue" } })
    fireEvent.input((await form()).getByLabelText("Agent's address"), { target: { value: "https://agent.example/x" } })
    const button = (await form()).getByRole("button", { name: "Switch on" })
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull())
    fireEvent.submit(button.closest("form") ?? expect.fail())
    await waitFor(() => expect(popup.changes("addTrigger")).toHaveLength(1))
    answered = await sendingOf("trigger codehost/hub:team acme/widgets")
    return popup
  }

  it("whose answer is lost may have been switched on, and the list is read again", async () => {
    const popup = await switchOn({ addTrigger: gone })
    Object.assign(popup.answers, { repositoryTriggers: { triggers: [trigger()] } })
    await act(() => answered(gone))
    await screen.findByText("New issue → triage-agent")
    const alert = (await form()).getByRole("alert")
    expect(alert.textContent).toMatch(MAY_BE_ADDED)
    expect(alert.textContent).not.toMatch(/may have been done/)
  })

  it("of whose answer the worker died may have been switched on, and the list is read again", async () => {
    const stopped = failure({ reason: "Unavailable", what: "", own: { is: "stopped", mayCost: false } })
    const { changes } = await switchOn({ addTrigger: stopped })
    await screen.findByText(MAY_BE_ADDED)
    await waitFor(() => expect(changes("repositoryTriggers")).toHaveLength(2))
  })

  it("without an answer, in the next popup, says so until there is one", async () => {
    await switchOn()
    await act(cleanup)
    const popup = open(answers)
    await (await form()).findByText(/^Sent just now\. It may have been switched on/)
    Object.assign(popup.answers, { repositoryTriggers: { triggers: [trigger()] } })
    await act(() => answered(gone))
    expect((await (await form()).findByRole("alert")).textContent).toMatch(MAY_BE_ADDED)
    await screen.findByText("New issue → triage-agent")
    fireEvent.click((await form()).getByRole("button", { name: "Cancel" }))
    await screen.findByRole("button", { name: "Watch something here…" })
    await waitFor(async () => expect(await chrome.storage.session.get()).toEqual({}))
  })

  it.each(["in the panel", "in its own form"])("leaves what is entered %s while it is switched on", async (where) => {
    const added = Promise.withResolvers<object>()
    await switchOn({ addTrigger: added.promise })
    const own = await form()
    const panel = where === "in the panel" ? inside(open(answers)) : own
    const address = await panel.findByLabelText("Agent's address")
    fireEvent.input(address, { target: { value: "https://agent.example/later" } })
    await act(() => answered(null))
    added.resolve({ secret: "whsec_1" })
    await screen.findByText("whsec_1")
    expect(address.isConnected).toBe(true)
    expect(screen.getAllByRole("form")).toHaveLength(1)
    const stored = await chrome.storage.session.get("draft trigger codehost/hub:team acme/widgets")
    expect(Object.values(stored)).toEqual([expect.stringContaining("https://agent.example/later")])
  })

  it("that may have been switched on says so also if the triggers cannot be read", async () => {
    await switchOn()
    await act(() => answered(gone))
    await act(cleanup)
    open({ ...answers, triggerChoices: failure({ reason: "Unavailable" }) })
    await screen.findByRole("button", { name: "Try again" })
    await screen.findByText(MAY_BE_ADDED)
  })

  it("that was switched on is not offered again, and the next one says nothing of it", async () => {
    await switchOn()
    await act(cleanup)
    open(answers)
    await form()
    await act(() => answered(null))
    fireEvent.click(await screen.findByRole("button", { name: "Watch something here…" }))
    await form()
    expect(textOf(document.body)).not.toMatch(/Sent|may have been/)
  })
})
