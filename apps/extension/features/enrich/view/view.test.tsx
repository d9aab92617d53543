// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, describe, expect, it, vi } from "vitest"

import { unknownCharge } from "../../../tests/samples/accounts.ts"
import { errors } from "../../../tests/samples/failures.ts"
import { stages } from "../../../tests/samples/stages.ts"
import { NOW, payer, person } from "../../../tests/samples/subjects.ts"
import { offerOf, show, tab } from "../../../tests/show-stage.tsx"
import { nextStep } from "../../../ui/text/next-step.ts"
import { UnknownCharge } from "./offer/unknown-charge.tsx"
import { EnrichView } from "./view.tsx"

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Every state: its texts, and the button that has the focus, with its action. */
const TABLE: ReadonlyArray<
  readonly [
    state: string,
    says: ReadonlyArray<RegExp>,
    button: string | null,
    does: "onSettings" | "look" | "ask" | null
  ]
> = [
  ["looking", [/Looking at this page/], null, null],
  ["notConnected", [/your sales data account knows/], "Connect an account", "onSettings"],
  ["readyInMail", [/google\.com/, /Mail/, /not a company's own site/, /Costs up to 2 credits/], null, null],
  ["readyInMailAtCap", [/exceed the day cap/], null, null],
  ["savedInMail", [/Show what is saved about google\.com/], null, null],
  [
    "ready",
    [/Mia Nguyen/, /Person · mia-nguyen-4b2a19/, /Costs up to 2 credits/, /37 of 50 left today/],
    "Enrich",
    "ask"
  ],
  ["readyCompany", [/Kauri Foods/, /Company · kauri-foods/, /Costs up to 1 credit(?!s)/], "Enrich", "ask"],
  ["readySite", [/kaurifoods\.co\.nz/, /Price not known/, /4 spent today/], "Enrich", "ask"],
  ["readyAtCap", [/1 of 50 left today/, /exceed the day cap of 50 credits/], "Raise the cap", "onSettings"],
  ["readyInSession", [/6 of 20 left in this session/], "Enrich", "ask"],
  [
    "readyAtRunCap",
    [/1 of 20 left in this session/, /exceed the run cap of 20 credits\. It resets when the browser restarts/],
    "Raise the cap",
    "onSettings"
  ],
  [
    "readyAtHubRunCap",
    [/1 of 20 left since the hub started/, /exceed the hub's run cap of 20 credits\. It resets when the hub restarts/],
    "Raise the cap",
    "onSettings"
  ],
  ["cachedMiss", [/no match/, /Asked 3 hours ago/, /0 credits/], null, null],
  ["noMatch", [/no match/, /1 credit for this answer/, /Try the company instead/], null, null],
  ["noMatchSaved", [/Asked 3 hours ago/, /0 credits/], null, null],
  ["blockedByCharge", [/got no answer/, /may have charged for it \(up to 2 credits\)/, /credit log/], null, null],
  ["uncached", [/Bought before, but not saved/, /for 1 credit\. The browser could not save/], null, null],
  ["asking", [/Asking the provider…/], "Asking the provider…", null],
  ["opening", [/Opening what is saved/], "Opening what is saved…", null],
  ["underWay", [/Nothing is sent twice/], "Asking the provider…", null],
  ["unauthorized", [/refused the key/], "Check the key", "onSettings"],
  ["unusableKey", [/The key cannot be sent/], "Check the key", "onSettings"],
  ["notConnectedAnyMore", [/No account is connected/], "Open settings", "onSettings"],
  ["keyLost", [/has lost the key/, /enter the key again/], "Open settings", "onSettings"],
  ["failedBeforeSubject", [/has lost the key/, /enter the key again/], "Open settings", "onSettings"],
  ["forbidden", [/Needed: people:read/], "Open settings", "onSettings"],
  ["rateLimited", [/Too many requests/], "Try again in 12 s", null],
  ["quota", [/No credits left/, /New credits from .*(?:1 Dec|Dec 1)/], "Try again", "look"],
  ["cap", [/Stopped by the spending cap/, /49 of the day cap/], "Raise the cap", "onSettings"],
  ["address", [/settings do not work/, /not a URL/], "Open settings", "onSettings"],
  ["settings", [/settings do not work/, /cap_day must be/], "Open settings", "onSettings"],
  ["redirect", [/provider redirected the request/], "Open settings", "onSettings"],
  ["hostDenied", [/has not allowed requests to https:\/\/api\.provider\.example/], "Open settings", "onSettings"],
  ["ledger", [/storage does not work/, /disk is full/], "Try again", "look"],
  ["storage", [/storage does not work/, /storage is full\. .*Free some disk space/], "Try again", "look"],
  ["offline", [/You are offline/, /Connect to a network/], "Try again", "ask"],
  ["transport", [/not reached/, /Costs up to 2 credits/], "Try again", "ask"],
  ["timeout", [/No answer in time/], "Try again", "ask"],
  [
    "unknownCharge",
    [/perhaps a charge/, /provider's credit log before you ask again/],
    "Check the current state",
    "look"
  ],
  ["failedCharge", [/No result, but perhaps a charge/, /failed \(503\)/], "Check the current state", "look"],
  ["unknownChargeRefusal", [/An earlier lookup got no answer/, /credit log/], "Check the current state", "look"],
  ["uncachedRefusal", [/Bought before, but not saved/, /costs again/], "Check the current state", "look"],
  ["priceRisen", [/costs more now/, /up to 20 credits/, /Nothing was sent/], "Check the current state", "look"],
  ["conflict", [/provider reported a conflict/], "Try again", "ask"],
  ["movedOn", [/page moved on/, /Nothing was sent/], "Check this page", "look"],
  ["expired", [/saved answer has just expired/, /Nothing was sent/], "Check this page", "look"],
  ["unavailable", [/503/], "Try again", "ask"],
  ["failedBeforeOffer", [/503/], "Try again", "look"],
  ["decode", [/could not be read/], "Try again", "look"],
  ["openChange", [/it may have been done/, /check the newest issues/], "Check the current state", "look"],
  ["another", [/Mia Nguyen/, /answered about somebody else/, /Bob Tan/, /2 credits/], null, null],
  ["rejected", [/provider rejected the request/], "Try again", "look"],
  ["invalid", [/This page's address cannot be used/, /not a profile address/], "Try again", "look"],
  ["notFound", [/Check the base address/], "Try again", "look"]
]

it("the button that has the focus says of whom it asks, and for how much, to those who hear it first", () => {
  show("ready")
  const button = screen.getByRole("button", { name: "Enrich" })
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute("aria-description")).toBe("Mia Nguyen · Costs up to 2 credits")
})

describe("every state", () => {
  it.each(TABLE)("%s", async (state, says, button, does) => {
    const view = show(state)
    // What stands in place of the button at a cap is loaded then.
    await vi.waitFor(() => {
      for (const words of says) expect(view.text()).toMatch(words)
    })
    if (button === null) {
      expect(document.activeElement?.tagName).toBe(state === "looking" ? "BODY" : "H1")
    } else {
      expect(document.activeElement?.textContent).toContain(button)
      fireEvent.click(document.activeElement ?? document.body)
    }
    for (const act of ["onSettings", "look", "ask"] as const)
      expect(view[act]).toHaveBeenCalledTimes(act === does ? 1 : 0)
  })

  it("is in the table, or is a match", () => {
    const names = TABLE.map(([state]) => state)
    expect(Object.keys(stages).filter((state) => !names.includes(state) && !state.startsWith("match"))).toEqual([])
  })

  it.each(Object.keys(stages))("%s has names for its controls and one heading", (state) => {
    const { container } = show(state)
    expect(container.querySelectorAll("h1")).toHaveLength(1)
    for (const control of container.querySelectorAll("button, a")) {
      expect(control.getAttribute("aria-label") ?? control.textContent).toMatch(/\w/)
    }
    for (const image of container.querySelectorAll("svg")) expect(image.getAttribute("aria-hidden")).toBe("true")
    const levels = [...container.querySelectorAll("h1, h2, h3")].map((heading) => Number(heading.tagName[1]))
    expect(levels).toEqual(levels.toSorted((a, b) => a - b))
    if (state !== "looking") expect(screen.getByRole("button", { name: "Settings" })).toBeTruthy()
  })
})

describe("below another section", () => {
  it("leaves out an offer that cannot be made, and keeps what a lookup met", () => {
    expect(show("failedBeforeSubject", true, {}, "below").text()).toBe("")
    expect(show("unauthorized", true, {}, "below").text()).toMatch(/refused the key/)
  })
})

describe("asking", () => {
  it("looks up the subject that is shown", () => {
    const view = show("ready")
    fireEvent.click(screen.getByRole("button", { name: /Enrich/ }))
    expect(view.ask).toHaveBeenCalledWith(offerOf(person), "charge")
  })

  it.each([
    ["readyInMail", "Look up google.com", ["charge"]],
    ["savedInMail", "Show what is saved about google.com", ["free", "popup"]]
  ])("%s: looks up the company of a web application only after a click", (state, name, how) => {
    const view = show(state)
    const button = screen.getByRole("button", { name })
    expect(button.className).not.toMatch(/primary/)
    fireEvent.click(button)
    expect(view.ask).toHaveBeenCalledExactlyOnceWith(offerOf(expect.objectContaining({ name: "google.com" })), ...how)
  })

  it("asks again only after a separate confirmation, in which Cancel has the focus", () => {
    const view = show("blockedByCharge")
    fireEvent.click(screen.getByRole("button", { name: /Ask again/ }))
    expect(view.ask).not.toHaveBeenCalled()
    expect(document.activeElement?.textContent).toBe("Cancel")
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }))
    fireEvent.click(screen.getByRole("button", { name: /Ask again/ }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, ask again" }))
    expect(view.ask).toHaveBeenCalledExactlyOnceWith(offerOf(person), "chargeAgain")
  })

  it("buys an unsaved answer again only after a confirmation, in which Cancel has the focus", () => {
    const view = show("uncached")
    fireEvent.click(screen.getByRole("button", { name: /Ask again/ }))
    expect(document.activeElement?.textContent).toBe("Cancel")
    expect(view.text()).toMatch(/up to 2 credits/)
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }))
    expect(view.ask).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole("button", { name: /Ask again/ }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, ask again" }))
    expect(view.ask).toHaveBeenCalledExactlyOnceWith(offerOf(person), "chargeAgain")
  })

  it("records what the credit log says, without a request to the provider", () => {
    const view = show("blockedByCharge")
    fireEvent.click(screen.getByRole("button", { name: "It was not charged" }))
    expect(view.settle).toHaveBeenLastCalledWith(payer, "row-1", 0)
    fireEvent.click(screen.getByRole("button", { name: "It was charged…" }))
    const input = screen.getByLabelText<HTMLInputElement>(/Credits charged/)
    expect([input.value, document.activeElement]).toEqual(["2", input])
    for (const text of ["", "two", "-1", "Infinity"]) {
      fireEvent.input(input, { target: { value: text } })
      fireEvent.click(screen.getByRole("button", { name: "Record it" }))
      expect(screen.getByRole("alert").textContent).toMatch(/Enter a number/)
    }
    expect(view.settle).toHaveBeenCalledOnce()
    fireEvent.input(input, { target: { value: " 1,5 " } })
    fireEvent.click(screen.getByRole("button", { name: "Record it" }))
    expect(view.settle).toHaveBeenLastCalledWith(payer, "row-1", 1.5)
    expect(view.ask).not.toHaveBeenCalled()
  })

  it("settles the one of several lookups whose button is pressed, and asks again once for all of them", () => {
    const stage = stages["blockedByCharge"]
    if (stage?.at !== "unknownCharge") throw new Error("no sample")
    const charges = [unknownCharge, { ...unknownCharge, id: "row-2" }]
    const onSettle = vi.fn<(id: string, credits: number) => void>()
    const idle = () => undefined
    const shell = { isFirst: true, onSettings: idle, onAccount: idle }
    render(<UnknownCharge {...stage.preview} {...{ charges, shell, onSettle }} onAskAgain={idle} />)
    expect(screen.getAllByRole("button", { name: /Ask again/ })).toHaveLength(1)
    for (const button of screen.getAllByRole("button", { name: "It was not charged" })) fireEvent.click(button)
    expect(onSettle.mock.calls).toEqual([
      ["row-1", 0],
      ["row-2", 0]
    ])
  })

  it("never offers to repeat a request that may have been charged or done", () => {
    for (const charged of [{ charged: "unknown" }, { outcome: "unknown" }] as const) {
      for (const error of Object.values(errors)) {
        expect(nextStep({ ...error, ...charged }, true).does, error.what).toBe("look")
      }
    }
  })

  it("counts down a rate limit, then lets the user ask", async () => {
    vi.useFakeTimers()
    const view = show("rateLimited")
    await vi.advanceTimersByTimeAsync(2_100)
    const button = screen.getByRole("button", { name: "Try again in 10 s" })
    expect(view.text().match(/Try again/g)).toHaveLength(1)
    fireEvent.click(button)
    expect(view.ask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10_000)
    fireEvent.click(screen.getByRole("button", { name: "Try again" }))
    expect(view.ask).toHaveBeenCalledOnce()
    expect(button.isConnected).toBe(true)
  })

  it("says how long it has taken, once it takes long", async () => {
    vi.useFakeTimers()
    const stage = stages["asking"]
    if (stage?.at !== "asking") throw new Error("no sample")
    const idle = () => undefined
    render(
      <EnrichView
        tab={tab}
        stage={{ ...stage, sinceMillis: performance.now() }}
        now={NOW}
        online
        shell={{ isFirst: true, onSettings: idle, onAccount: idle }}
        look={idle}
        ask={idle}
        settle={idle}
        forget={idle}
      />
    )
    expect(document.body.textContent).not.toMatch(/\d\.\d s/)
    await vi.advanceTimersByTimeAsync(1_200)
    expect(document.body.textContent).toMatch(/1\.2 s/)
  })

  it("knows when the browser is offline", () => {
    expect(show("transport", false).text()).toMatch(/You are offline/)
  })
})

describe("an answer about somebody else", () => {
  it("is shown under its own name after a click, and never under the requested name", () => {
    const { text } = show("another")
    expect(text()).not.toMatch(/mia\.nguyen@/)
    fireEvent.click(screen.getByRole("button", { name: "Show that record" }))
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Bob Tan")
    expect(text()).toMatch(/mia\.nguyen@kaurifoods/)
    expect(text()).toMatch(/Not in the page: another's record/)
  })
})
