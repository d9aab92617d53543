// @vitest-environment happy-dom
import { readFileSync } from "node:fs"
import { join } from "node:path"

import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest"

import { cardWords as english } from "../../locales/en/card.ts"
import type { PageCard } from "../../messaging/subject.ts"
import { draw, standInPage } from "../../tests/english-card.ts"
import { companyCard, hostileCard, personCard, turnedCard, warnedCard } from "../../tests/samples/cards.ts"
import { company, person, site } from "../../tests/samples/subjects.ts"
import { define, speak } from "./define.ts"
import { draw as drawIn } from "./draw.ts"

const data: PageCard = { subject: person, card: personCard, charged: 2 }

let appendSpy: MockInstance<ShadowRoot["append"]>

/** The closed root, which only the code that attached it can access. */
const root = (): ShadowRoot => {
  const shadowRoot = appendSpy.mock.contexts.at(-1)
  if (!(shadowRoot instanceof ShadowRoot)) throw new Error("no root was attached")
  return shadowRoot
}

/** What the style sheet draws: the words of an element and its descendants. */
const words = (within: ParentNode): string =>
  [...within.querySelectorAll("[data-text]")]
    .map((element) => `${element.matches(".part + .part") ? "" : " "}${element.getAttribute("data-text")}`)
    .join("")

const hosts = () => [...document.documentElement.children].filter((element) => element.tagName === "DIV")
const press = (type: string, key: string) =>
  root()
    .querySelector("section")
    ?.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, composed: true }))
const comeBack = (persisted: boolean) => dispatchEvent(Object.assign(new Event("pageshow"), { persisted }))
const go = (path: string) => {
  history.pushState(null, "", path)
  dispatchEvent(new Event("popstate"))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  standInPage()
  location.href = "https://www.profiles.example/in/mia-nguyen-4b2a19/"
  appendSpy = vi.spyOn(ShadowRoot.prototype, "append")
})

afterEach(() => {
  go("/")
  vi.advanceTimersByTime(1000)
  vi.restoreAllMocks()
  vi.useRealTimers()
  for (const host of hosts()) host.remove()
})

describe("what the page can see", () => {
  it("is an empty element with a closed shadow root", () => {
    expect(draw(data)).toBe("drawn")
    const [host] = hosts()
    expect(hosts()).toHaveLength(1)
    expect(root().mode).toBe("closed")
    expect(host?.shadowRoot).toBeNull()
    expect(host?.getAttributeNames()).toEqual(["style"])
    expect(host?.outerHTML).not.toMatch(/inlay|nguyen|kauri/i)
    expect(host?.textContent).toBe("")
    expect(document.body.innerHTML).not.toMatch(/inlay/i)
  })

  it("is drawn with marks in place of hidden and direction-changing characters", () => {
    draw({ ...data, card: turnedCard })
    expect(words(root())).toMatch(/Mia ‹U\+202E›nayugn/)
    expect(words(root())).toMatch(/‹U\+200B›\+64 21 555 0142/)
    for (const element of root().querySelectorAll("*"))
      for (const { value } of element.attributes) expect(value).not.toMatch(/[\u202E\u200B]/)
  })

  it("is drawn with marks in place of what could only reorder a number", () => {
    const row = { label: "Mobile", value: "\u200F0800 555 123", kind: "phone", source: "" } as const
    draw({ ...data, card: { ...personCard, sections: [{ title: "", rows: [row] }] } })
    expect(words(root())).toContain("‹U+200F›0800 555 123")
  })

  it("is not text: search, selection and print contain nothing of it", () => {
    draw(data)
    expect(root().textContent).toBe("")
    root().querySelector("button")?.click()
    expect(root().textContent).toBe("")
  })

  it("is an empty element once the card is removed, wherever the page puts it then", () => {
    draw(data)
    const [host] = hosts()
    go("/in/somebody-else/")
    document.documentElement.append(host ?? "")
    expect(hosts()).toHaveLength(1)
    expect(root().childNodes).toHaveLength(0)
  })

  it("adds no global and listens to no message", () => {
    const before = Object.getOwnPropertyNames(globalThis)
    const listen = vi.spyOn(globalThis, "addEventListener")
    draw(data)
    expect(Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name))).toEqual([])
    expect(listen.mock.calls.map(([type]) => type)).not.toContain("message")
  })
})

describe("what the user sees", () => {
  it("has the facts, the cost, and no way to spend, send or open anything", () => {
    draw({ ...data, card: warnedCard })
    const text = words(root())
    for (const row of warnedCard.sections.flatMap(({ rows }) => rows)) expect(text).toContain(row.value)
    expect(text).toMatch(/Mia Nguyen.*another profile.*could not be saved.*checked Nov\u00A02,\u00A02025/s)
    expect(text).toContain("2 credits")
    expect(root().querySelectorAll("a, form, input, iframe, img, script")).toHaveLength(0)
    expect([...root().querySelectorAll("button")].map((button) => button.getAttribute("aria-label"))).toEqual([
      "Move to the other side",
      "Details",
      "Close"
    ])
  })

  it("says beside a value whether it is verified, risky, or not to be called", () => {
    const marks = (selector: string) =>
      [...root().querySelectorAll(selector)].map((element) => [element.className, element.getAttribute("data-text")])
    draw({ ...data, card: warnedCard })
    expect(marks(".main .mark")).toEqual([
      ["mark warning", "risky"],
      ["mark danger", "do not call"],
      ["mark danger", "do not call"]
    ])
    expect(root().querySelectorAll(".row.listed")).toHaveLength(2)
    expect(marks(".remark")).toEqual([])
    draw(data)
    expect(marks(".remark")).toEqual([["remark good", "✓ verified"]])
    expect(root().querySelectorAll(".mark, .listed")).toHaveLength(0)
    const mark = { text: "not verified", tone: "neutral" } as const
    const rows = [{ label: "E-mail", value: "mia@example.org", kind: "email", mark, source: "" }] as const
    draw({ ...data, card: { ...personCard, sections: [{ title: "", rows }] } })
    expect(marks(".remark")).toEqual([["remark neutral", "not verified"]])
  })

  it("is dark as long as its page is, also if that changes while it is shown", () => {
    const { style } = document.body
    const isDark = () => root().querySelector("section")?.classList.contains("dark")
    style.backgroundColor = "rgb(255, 255, 255)"
    draw(data)
    expect(isDark()).toBe(false)
    style.backgroundColor = "rgb(20, 20, 20)"
    vi.advanceTimersByTime(250)
    expect(isDark()).toBe(true)
    draw(data)
    expect(isDark()).toBe(true)
    style.backgroundColor = ""
    vi.advanceTimersByTime(250)
    expect(isDark()).toBe(false)
  })

  it("leaves no timer behind that would hold it", () => {
    vi.useFakeTimers()
    expect(draw(data)).toBe("drawn")
    draw(null)
    expect(vi.getTimerCount()).toBe(0)
  })

  it("is announced once the popup has closed, in a region that was there before", async () => {
    draw(data)
    const region = root().querySelector('[role="status"]')
    expect(region?.getAttribute("data-text")).toBeNull()
    await vi.waitFor(
      () => expect(region?.getAttribute("data-text")).toBe(`${personCard.title}: From your sales data account`),
      { timeout: 3000 }
    )
  })

  it("names each value, also one whose detail is shown in place of its name", () => {
    const row = { label: "Role", value: "VP, Sales", kind: "text", detail: "Auckland", source: "" } as const
    draw({ ...data, card: { ...personCard, sections: [{ title: "Role", rows: [row] }] } })
    const parts = [...root().querySelectorAll(".row :is(dt, dd.what)")]
    expect(parts.map((part) => [part.localName, part.getAttribute("data-text")])).toEqual([
      ["dt", "Role"],
      ["dd", "Auckland"]
    ])
  })

  it("writes what a provider says in its own direction, and our own words in the reader's", () => {
    const cardCss = readFileSync(join(import.meta.dirname, "page-card.css"), "utf8")
    const [, selector = "none"] = /(:is\([^{}]+)::before \{\s*unicode-bidi: plaintext/.exec(cardCss) ?? []
    const rows = [
      { label: "Role", value: "VP, Sales (APAC)", kind: "text", detail: "Perth (AU).", source: "" },
      { label: "Mobile", value: "+61 491 570 137", kind: "phone", source: "" }
    ] as const
    draw({ ...data, card: { ...personCard, subtitle: "Acme Pty. Ltd.", sections: [{ title: "Acme Ltd.", rows }] } })
    const own = [...root().querySelectorAll(".who *, .body [data-text]")].map((element) => [
      element.getAttribute("data-text"),
      element.matches(selector)
    ])
    expect(own).toEqual([
      [personCard.title, true],
      ["Acme Pty. Ltd.", true],
      ["Acme Ltd.", true],
      ["Role", false],
      ["VP, Sales (APAC)", true],
      ["Perth (AU).", true],
      ["Mobile", false],
      ["+61 491 570 137", false],
      [expect.stringMatching(/^Inlay/), false]
    ])
  })

  it("has the words of the language that was chosen last, also in a page that has had a card", async () => {
    const { cardWords: arabic } = await import("../../locales/ar/card.ts")
    speak({ language: "en", words: english })
    define(drawIn)
    for (const [language, dir, own] of [
      ["ar", "rtl", arabic],
      ["en", "ltr", english]
    ] as const) {
      speak({ language, words: own })
      await globalThis.inlayCard?.(data)
      expect(root().querySelector("section")).toMatchObject({ lang: language, dir })
      expect(words(root())).toContain(own.money.charged(2))
    }
  })

  it("writes numbers as the reader's language does, and copies plain digits", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
    vi.stubGlobal("isSecureContext", true)
    vi.stubGlobal("navigator", { clipboard: { writeText }, languages: ["de"] })
    const { cardWords } = await import("../../locales/de/card.ts")
    drawIn({ ...data, card: companyCard }, { language: "de", words: cardWords })
    expect(words(root())).toContain(" 1.240 ")
    const button = root().querySelector<HTMLButtonElement>(".copy button")
    button?.click()
    await vi.waitFor(() => expect(button?.getAttribute("aria-label")).toMatch(/kopiert/))
    expect(writeText).toHaveBeenCalledExactlyOnceWith("1240")
    vi.unstubAllGlobals()
  })

  it("copies a value with its button, and shows whether it worked", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
    vi.stubGlobal("isSecureContext", true)
    vi.stubGlobal("navigator", { clipboard: { writeText } })
    draw({ ...data, card: turnedCard })
    const button = root().querySelector<HTMLButtonElement>(".copy button")
    expect(button?.getAttribute("aria-label")).toMatch(/^Copy work‹U\+202E› e-mail$/)
    button?.click()
    await vi.waitFor(() => expect(button?.getAttribute("aria-label")).toMatch(/^Copied/))
    expect(writeText).toHaveBeenCalledExactlyOnceWith("mia@example.org")
    expect(root().textContent).toBe("")
    writeText.mockRejectedValueOnce(new Error("denied"))
    button?.click()
    await vi.waitFor(() => expect(button?.getAttribute("aria-label")).toMatch(/not allowed here$/))
    vi.unstubAllGlobals()
  })

  it.each([
    ["on plain http", false, undefined],
    ["where the page's policy refuses", true, { allowsFeature: () => false }]
  ])("offers no copying %s", (_, isSecureContext, featurePolicy) => {
    vi.stubGlobal("isSecureContext", isSecureContext)
    vi.stubGlobal("navigator", { clipboard: {} })
    Object.defineProperty(document, "featurePolicy", { value: featurePolicy, configurable: true })
    draw(data)
    expect(root().querySelectorAll(".copy")).toHaveLength(0)
    Reflect.deleteProperty(document, "featurePolicy")
    vi.unstubAllGlobals()
  })

  it("moves to the other side with its button, and to where its header is dragged", () => {
    draw(data)
    const [host] = hosts()
    if (!(host instanceof HTMLElement)) throw new Error("no card")
    root().querySelector<HTMLButtonElement>('[aria-label^="Move"]')?.click()
    expect(host.style.inset).toBe("auto auto 16px 16px")
    const head = root().querySelector("header")
    if (head === null) throw new Error("no head")
    head.setPointerCapture = () => undefined
    const drag = (type: string, clientX: number, clientY: number) =>
      head.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX, clientY }))
    // A button in the header is clicked, and does not drag.
    head.querySelector("button")?.dispatchEvent(new PointerEvent("pointerdown", { pointerId: 1, bubbles: true }))
    drag("pointermove", 40, 60)
    expect(host.style.inset).toBe("auto auto 16px 16px")
    drag("pointerdown", 10, 10)
    drag("pointermove", 40, 60)
    expect(host.style.inset).toBe("50px auto auto 30px")
    drag("pointermove", -900, 99_999)
    expect(host.style.inset).toBe(`${innerHeight}px auto auto 0px`)
    drag("pointerup", 40, 60)
    drag("pointermove", 80, 80)
    expect(host.style.inset).toBe(`${innerHeight}px auto auto 0px`)
  })

  it("disappears when it is shown elsewhere", () => {
    draw(data)
    expect(draw(null)).toBe(false)
    expect(hosts()).toHaveLength(0)
  })

  it("shows markup as text", () => {
    draw({ ...data, card: hostileCard })
    expect(root().querySelector("h2")?.getAttribute("data-text")).toBe("<img src=x onerror=alert(1)>")
    expect(root().querySelectorAll("img, script, b, i, u, s, a")).toHaveLength(0)
    expect(words(root())).toContain("<script>alert(2)</script>")
  })

  it("collapses, and closes with its button or Escape", () => {
    draw(data)
    const [, fold, close] = root().querySelectorAll("button")
    fold?.click()
    expect(root().querySelector<HTMLElement>(".body")?.hidden).toBe(true)
    expect(fold?.getAttribute("aria-expanded")).toBe("false")
    expect(fold?.getAttribute("aria-label")).toBe("Details")
    expect(fold?.getAttribute("data-text")).toBe("+")
    fold?.click()
    expect(root().querySelector<HTMLElement>(".body")?.hidden).toBe(false)
    close?.click()
    expect(hosts()).toHaveLength(0)

    draw(data)
    press("keydown", "Escape")
    expect(hosts()).toHaveLength(0)
  })

  it.each(["keydown", "keypress", "keyup"])("hides a %s from the page, except from capture listeners", (type) => {
    const [shortcut, capturing] = [vi.fn<() => void>(), vi.fn<() => void>()]
    document.addEventListener(type, shortcut)
    document.addEventListener(type, capturing, { capture: true })
    draw(data)
    press(type, "j")
    document.removeEventListener(type, capturing, { capture: true })
    document.removeEventListener(type, shortcut)
    expect(shortcut).not.toHaveBeenCalled()
    expect(capturing).toHaveBeenCalledTimes(1)
  })

  it("shows a value once: a tooltip has it only if it is cut off, and only for a pointer", () => {
    draw(data)
    const [short, long] = root().querySelectorAll<HTMLElement>(".value")
    Object.defineProperties(long, { scrollHeight: { value: 80 }, clientHeight: { value: 60 } })
    const titles = () => [short?.title, long?.title]
    expect(titles()).toEqual(["", ""])
    for (const value of [short, long]) value?.dispatchEvent(new Event("pointerenter"))
    expect(titles()).toEqual(["", long?.getAttribute("data-text")])
  })
})

describe("what the page puts in front of it", () => {
  it.each([
    ["another element", () => document.body],
    ["nothing, because it is outside of the window", () => null]
  ])("is reported: %s", (_, inFront) => {
    vi.spyOn(document, "elementFromPoint").mockImplementation(inFront)
    expect(draw(data)).toBe("unseen")
    expect(hosts()).toHaveLength(1)
  })

  it("is reported if the page removes what is added to it", async () => {
    const removing = new MutationObserver(() => hosts()[0]?.remove())
    removing.observe(document.documentElement, { childList: true })
    speak({ language: "en", words: english })
    define(drawIn)
    expect(await globalThis.inlayCard?.(data)).toBe("unseen")
    removing.disconnect()
    expect(hosts()).toHaveLength(0)
  })
})

describe("whose card it is", () => {
  it("disappears at once when the page is about somebody else", () => {
    draw(data)
    go("/in/somebody-else/")
    expect(hosts()).toHaveLength(0)
  })

  it("disappears after a change without an event, without the Navigation API", () => {
    draw(data)
    history.pushState(null, "", "/in/somebody-else/")
    vi.advanceTimersByTime(300)
    expect(hosts()).toHaveLength(0)
  })

  it("disappears by polling if the page suppresses the events", () => {
    const keep = (event: Event) => event.stopImmediatePropagation()
    addEventListener("popstate", keep, { capture: true })
    draw(data)
    go("/in/somebody-else/")
    expect(hosts()).toHaveLength(1)
    vi.advanceTimersByTime(300)
    expect(hosts()).toHaveLength(0)
    removeEventListener("popstate", keep, { capture: true })
  })

  it("also disappears by polling with the Navigation API", () => {
    vi.stubGlobal("navigation", new EventTarget())
    draw(data)
    history.pushState(null, "", "/in/somebody-else/")
    vi.advanceTimersByTime(300)
    expect(hosts()).toHaveLength(0)
    vi.unstubAllGlobals()
  })

  it("disappears when the page moves it", () => {
    for (const place of [document.body, document.body.appendChild(document.createElement("dialog"))]) {
      draw(data)
      const [host] = hosts()
      place.append(host ?? "")
      vi.advanceTimersByTime(300)
      expect(host?.isConnected).toBe(false)
      expect(root().childNodes).toHaveLength(0)
    }
  })

  it("stays on a subpage of the same profile", () => {
    draw(data)
    go("/in/Mia-Nguyen-4b2a19/details/contact?x=1")
    expect(hosts()).toHaveLength(1)
  })

  it("disappears on a page that only mentions the slug", () => {
    draw(data)
    go("/in/somebody-else/recommended/mia-nguyen-4b2a19")
    expect(hosts()).toHaveLength(0)
  })

  it("does not come back with a page from the browser's history, because its person may be forgotten by now", () => {
    draw(data)
    comeBack(false)
    expect(hosts()).toHaveLength(1)
    comeBack(true)
    expect(hosts()).toEqual([])
    expect(root().childNodes).toHaveLength(0)
  })

  it("is not drawn if the page has already moved on", () => {
    go("/in/somebody-else/")
    expect(draw(data)).toBe(false)
    expect(hosts()).toHaveLength(0)
  })

  it("disappears when its extension is gone, which could no longer remove it", () => {
    draw(data)
    vi.stubGlobal("chrome", { runtime: {} })
    vi.advanceTimersByTime(300)
    expect(hosts()).toHaveLength(0)
    vi.unstubAllGlobals()
  })

  it("stays on every path of the company's own site", () => {
    go("/")
    draw({ ...data, subject: site })
    go("/about")
    expect(hosts()).toHaveLength(1)
    draw({ ...data, subject: company })
    expect(hosts()).toHaveLength(0)
  })

  it("replaces the previous card", () => {
    draw(data)
    draw(data)
    expect(hosts()).toHaveLength(1)
  })

  it("does not come back when the page removes it", () => {
    draw(data)
    hosts()[0]?.remove()
    go("/in/mia-nguyen-4b2a19/?again")
    vi.advanceTimersByTime(1000)
    expect(hosts()).toHaveLength(0)
  })
})
