// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, describe, expect, it, vi } from "vitest"

import { stages } from "../../../../tests/samples/stages.ts"
import { NOW, person, price } from "../../../../tests/samples/subjects.ts"
import { offerOf, show, tab } from "../../../../tests/show-stage.tsx"
import { EnrichView, type EnrichViewProps } from "../view.tsx"

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A sample whose record is shown in the page. */
const matchHere = () => {
  const here = stages["matchHere"]
  if (here?.at !== "match") throw new Error("no sample")
  return here
}

/** @returns what is called if the subject is to be forgotten */
const draw = (stage: ReturnType<typeof matchHere>) => {
  const idle = () => undefined
  const forget = vi.fn<EnrichViewProps["forget"]>()
  render(
    <EnrichView
      stage={stage}
      {...{ tab, now: NOW, look: idle, ask: idle, settle: idle, forget }}
      online
      shell={{ isFirst: true, onSettings: idle, onAccount: idle }}
    />
  )
  return forget
}

describe("a match", () => {
  it("shows the facts, the price and the matched identifiers, and nothing twice", () => {
    const view = show("match")
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Mia Nguyen")
    expect(document.activeElement?.textContent).toBe("Mia Nguyen")
    expect(view.text()).toMatch(/Head of Procurement · Kauri Foods/)
    expect(view.text()).toMatch(/2 credits · just now · 37 left today/)
    expect(view.text()).toMatch(/by profile/)
    expect(view.text().match(/mia\.nguyen@kaurifoods/g)).toHaveLength(1)
    expect(screen.getByRole("link", { name: /mia\.nguyen/ }).getAttribute("href")).toBe(
      "mailto:mia.nguyen@kaurifoods.co.nz"
    )
  })

  it("has a banner only if the whole record is in doubt, marks beside values, and no link to do-not-call numbers", () => {
    const view = show("matchWarned")
    expect(view.text()).toMatch(/another profile.*could not be saved.*mia-catherine/s)
    expect(view.container.querySelectorAll(".notice")).toHaveLength(2)
    for (const mark of view.container.querySelectorAll(".mark.danger"))
      expect(mark.closest(".main")?.textContent).toMatch(/^\+64.*do not call$/)
    expect(view.container.querySelectorAll('a[href^="tel:"]')).toHaveLength(0)
    expect(view.text()).toMatch(/0 credits · saved 3 days ago/)
    expect(view.container.querySelector(".stale")?.textContent).toBe("checked 12 months ago")
    expect(view.text()).toMatch(/Not in the page: it moved on/)
  })

  it("has no empty line in its foot if the record says neither what matched nor when it was checked", () => {
    const here = matchHere()
    const { checkedOn: _checkedOn, ...card } = here.outcome.card
    draw({ ...here, outcome: { ...here.outcome, card, matchedOn: [] } })
    expect(document.querySelectorAll(".foot-line br")).toHaveLength(0)
  })

  it.each([
    ["has none", [], [], true],
    ["has a number", [], [{ value: "+64 21 555 0156", kind: null, doNotCall: true }], false]
  ])("says so if the record of a person %s", (_, emails, phones, isSaid) => {
    const here = matchHere()
    const { record } = here.outcome
    if (record.of !== "person") throw new Error("no person")
    const outcome = { ...here.outcome, record: { ...record, fields: { ...record.fields, emails, phones } } }
    draw({ ...here, outcome })
    expect(screen.queryByText("The record has no e-mail address and no phone number.") !== null).toBe(isSaid)
  })

  const open = (menu: "More" | "Copy") => fireEvent.click(screen.getByRole("button", { name: `${menu} ▾` }))

  it("leads to the setting that keeps the card out of the page", () => {
    const view = show("matchCompany")
    open("More")
    fireEvent.click(screen.getByRole("button", { name: /^Not shown in pages/ }))
    expect(view.onSettings).toHaveBeenCalledOnce()
  })

  it.each(["More", "Copy"] as const)("closes the menu %s by Escape, which otherwise closes the popup", (menu) => {
    show("match")
    const press = (target: Element) => fireEvent.keyDown(target, { key: "Escape", code: "Escape" })
    expect(press(document.body)).toBe(true)
    open(menu)
    const item = screen.getByRole("group", { name: menu }).querySelector("button") ?? document.body
    item.focus()
    expect(press(item)).toBe(false)
    expect(screen.queryByRole("group", { name: menu })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole("button", { name: `${menu} ▾` }))
    expect(press(document.body)).toBe(true)
  })

  it("gives the focus back to the button of a menu whose item was chosen, and of a question that was answered", async () => {
    vi.stubGlobal("navigator", { languages: ["en"], clipboard: { writeText: () => Promise.resolve() } })
    show("match")
    const choose = (menu: "More" | "Copy", item: string) => {
      const opener = screen.getByRole("button", { name: `${menu} ▾` })
      fireEvent.click(opener)
      screen.getByRole("button", { name: item }).focus()
      fireEvent.click(screen.getByRole("button", { name: item }))
      return opener
    }
    const more = choose("More", "Sources")
    expect(document.activeElement).toBe(more)
    const copy = choose("Copy", "As text")
    expect(document.activeElement).toBe(copy)
    choose("More", "Forget")
    expect(document.activeElement?.textContent).toBe("Cancel")
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }))
    await vi.waitFor(() => expect(document.activeElement).toBe(more))
  })

  it("saves the contact as a file, which address books import", async () => {
    const files: Array<Blob> = []
    vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
      files.push(file as Blob)
      return "blob:contact"
    })
    const names: Array<string> = []
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    show("match")
    open("More")
    fireEvent.click(screen.getByRole("button", { name: "Save as a contact file (.vcf)" }))
    expect(names).toEqual(["Mia Nguyen.vcf"])
    expect(await files[0]?.text()).toMatch(/^BEGIN:VCARD\r\n.*FN:Mia Nguyen\r\n/s)
  })

  it.each([
    ["Show in the page", "free", "page"],
    ["Look again", "refresh", "popup"]
  ])("%s is one click in the menu", (name, consent, place) => {
    const view = show("matchHere")
    open("More")
    const button = screen.getByRole("button", { name: new RegExp(`^${name}`) })
    if (consent === "refresh") expect(button.textContent).toMatch(/Costs up to 2 credits/)
    fireEvent.click(button)
    expect(view.ask).toHaveBeenCalledExactlyOnceWith(offerOf(person), consent, place)
  })

  /** The card's menu, with an offer that differs from the sample's. */
  const openMenu = (change: Partial<ReturnType<typeof matchHere>["offer"]>) => {
    const here = matchHere()
    const forget = draw({ ...here, offer: { ...here.offer, ...change } })
    open("More")
    return forget
  }

  it.each([
    ["default", /^Forgotten\. 2 credits spent stay in the ledger/],
    ["hub:team", /^Forgotten in this browser\. What the hub has is erased there/]
  ])("says where the record of %s is forgotten", (account, words) => {
    const forget = openMenu({ payer: { ...matchHere().offer.payer, account } })
    fireEvent.click(screen.getByRole("button", { name: "Forget" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, forget" }))
    expect(forget.mock.lastCall?.[1](2)).toMatch(words)
  })

  it("offers to look again through the hub, too", () => {
    openMenu({ payer: { ...matchHere().offer.payer, account: "hub:team" } })
    expect(screen.getByRole("button", { name: /^Look again/ }).textContent).toMatch(/Costs up to 2 credits/)
  })

  it("does not offer to look again over the cap", () => {
    openMenu({ price: { ...price, cap: { kind: "day", limit: 50, left: 1 } } })
    expect(screen.getByRole("button", { name: "Forget" })).toBeTruthy()
    expect(screen.queryByRole("button", { name: /^Look again/ })).toBeNull()
  })

  it("says that a charge is unknown", () => {
    const text = show("matchUnknownCharge").text()
    expect(text).toMatch(/Charge unknown/)
    expect(text).not.toMatch(/left today/)
  })

  it("copies a value, confirms it, and shows where values came from", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
    vi.stubGlobal("navigator", { languages: ["en"], clipboard: { writeText } })
    show("match")
    fireEvent.click(screen.getByRole("button", { name: "Copy mobile" }))
    await vi.waitFor(() => expect(screen.getByRole("status").textContent).toBe("Copied mobile"))
    expect(writeText).toHaveBeenLastCalledWith("+64 21 555 0142")
    open("Copy")
    fireEvent.click(screen.getByRole("button", { name: "As text" }))
    await vi.waitFor(() => expect(screen.getByRole("status").textContent).toBe("Copied as text"))
    expect(writeText.mock.lastCall?.[0]).toContain("\nWork e-mail: mia.nguyen@kaurifoods.co.nz (verified)\n")
    open("More")
    const sources = screen.getByRole("button", { name: "Sources" })
    expect(sources.getAttribute("aria-pressed")).toBe("false")
    expect(screen.queryByText(/person\.phones\[0\]/)).toBeNull()
    fireEvent.click(sources)
    expect(screen.getByText("From person.phones[0].number")).toBeTruthy()
  })

  it("is announced once: after a copy, the live region is empty", async () => {
    vi.stubGlobal("navigator", { languages: ["en"], clipboard: { writeText: () => Promise.resolve() } })
    show("match")
    const said: Array<string> = []
    const region = screen.getByRole("status")
    expect(region.textContent).toBe("Found Mia Nguyen")
    new MutationObserver(() => said.push(region.textContent ?? "")).observe(region, {
      childList: true,
      characterData: true,
      subtree: true
    })
    fireEvent.click(screen.getByRole("button", { name: "Copy mobile" }))
    await vi.waitFor(() => expect(said.at(-1)).toBe("Copied mobile"))
    await vi.waitFor(() => expect(said.at(-1)).not.toBe("Copied mobile"), { timeout: 3_000 })
    expect(said).toEqual(["Copied mobile", ""])
  })

  it("has the same keys on a keyboard without Latin letters, and by the letter on others", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
    vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } })
    const view = show("match")
    const press = (key: string, code: string) => fireEvent.keyDown(document.body, { key, code })
    press("\u061F", "Slash")
    await vi.waitFor(() => expect(view.text()).toMatch(/Copy the number to call/))
    press("\u0634", "KeyA")
    await vi.waitFor(() => expect(writeText).toHaveBeenCalledTimes(1))
    press("A", "KeyA")
    await vi.waitFor(() => expect(writeText).toHaveBeenCalledTimes(2))
    // The letter q of a French keyboard.
    press("q", "KeyA")
    expect(writeText).toHaveBeenCalledTimes(2)
  })

  it("has keys for its buttons, which are ignored with a modifier key and while the user types", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
    vi.stubGlobal("navigator", { languages: ["en"], clipboard: { writeText } })
    const { text } = show("match")
    const press = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, ...more })
    press("p")
    await vi.waitFor(() => expect(writeText).toHaveBeenLastCalledWith("+64 21 555 0142"))
    press("a")
    await vi.waitFor(() => expect(writeText.mock.lastCall?.[0]).toMatch(/^Mia Nguyen\n/))
    press("c", { ctrlKey: true })
    expect(screen.queryByRole("button", { name: "As JSON" })).toBeNull()
    press("c")
    expect(screen.getByRole("button", { name: "As JSON" })).toBeTruthy()
    press("?")
    expect(text()).toMatch(/Copy the number to call/)
    const area = document.body.appendChild(document.createElement("textarea"))
    fireEvent.keyDown(area, { key: "a" })
    area.remove()
    expect(writeText).toHaveBeenCalledTimes(2)
  })

  it("says that no number may be called if all are on a do-not-call register", async () => {
    show("matchWarned")
    fireEvent.keyDown(document.body, { key: "p" })
    await vi.waitFor(() => expect(screen.getByRole("status").textContent).toMatch(/no number that may be called/))
  })

  it("draws hidden and direction-changing characters as marks everywhere, and copies values without them", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
    vi.stubGlobal("navigator", { languages: ["en"], clipboard: { writeText } })
    const { text, container } = show("matchTurned")
    expect(text()).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B]/)
    expect(text().match(/‹U\+202E›/g)?.length).toBeGreaterThanOrEqual(7)
    for (const element of container.querySelectorAll("*"))
      for (const { value } of element.attributes) expect(value).not.toContain("\u202E")
    fireEvent.click(screen.getByRole("button", { name: /^Copy .*e-mail/ }))
    await vi.waitFor(() => expect(writeText).toHaveBeenLastCalledWith("mia@example.org"))
    open("More")
    fireEvent.click(screen.getByRole("button", { name: "Sources" }))
    expect(text()).not.toContain("\u202E")
  })

  it("says when the browser does not allow copying", async () => {
    vi.stubGlobal("navigator", {
      languages: ["en"],
      clipboard: { writeText: () => Promise.reject(new Error("denied")) }
    })
    show("match")
    fireEvent.click(screen.getByRole("button", { name: "Copy mobile" }))
    await vi.waitFor(() => expect(screen.getByRole("status").textContent).toMatch(/did not allow copying/))
  })
})
