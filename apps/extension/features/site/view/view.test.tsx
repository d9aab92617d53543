// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

import {
  failure,
  hubProblem,
  NOW,
  PAGE,
  reports,
  SHOP,
  siteWorker,
  stubBrowser,
  WHOLESALE
} from "../../../tests/samples/site.ts"
import { moment } from "../../../ui/text/moment.ts"
import { section } from "../feature.ts"
import { View } from "./view.tsx"

let browser: ReturnType<typeof stubBrowser>
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] })
  localStorage.clear()
  browser = stubBrowser()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = (worker: ReturnType<typeof siteWorker>, place: "first" | "below" = "first", address = PAGE) => {
  const reasons: Array<string | undefined> = []
  const onSettings = vi.fn<() => void>()
  const { container, unmount } = render(
    <View
      tab={{ address, tabId: 1, title: "Shiraz", send: worker.send }}
      shell={{ isFirst: place === "first", onSettings }}
      onNothing={(why) => reasons.push(why)}
      onRecord={() => undefined}
    />
  )
  return { container, reasons, onSettings, close: unmount, text: () => container.textContent.replaceAll(/\s+/g, " ") }
}

const findFigure = () => screen.findByText("4,812")

describe("a page of the user's own site", () => {
  it("has its figures, compared with the previous period, with current users and their sources", async () => {
    const { container, text } = open(siteWorker())
    await findFigure()
    await screen.findByText("3 on this page")
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("www.estuary-vineyards.example")
    await screen.findByText("Property Estuary shop · Sydney time")
    expect(text()).toMatch(/4,812 users ?▲ 12% on the 28 days before/)
    expect(text()).toContain("12% more than in the 28 days before")
    expect(text()).toMatch(/Sessions6,120▲ 8%.*Key events92▼ 3%.*Right now143 on this page/)
    expect([...container.querySelectorAll(".site-sources li")].map((one) => one.textContent)).toEqual([
      "Organic search61%",
      "Direct22%",
      "A channel of ours9%"
    ])
    expect(text()).toContain("Last 2 days not final · not sampled")
    expect(text()).toContain("199,688 tokens left today")
  })

  it("has a bar per day, paler if it is not final, and the same as a table", async () => {
    const { container } = open(siteWorker())
    await findFigure()
    const bars = [...container.querySelectorAll(".site-days g")]
    expect(bars).toHaveLength(28)
    expect(bars.map(({ classList }) => classList.contains("open")).lastIndexOf(false)).toBe(25)
    expect(bars.at(-1)?.querySelector("title")?.textContent).toBe("Sat, Nov 21: 127 users, not final")
    const rows = [...container.querySelectorAll("tbody tr")].map((row) => row.textContent)
    expect(rows).toHaveLength(28)
    expect([rows[0], rows.at(-1)]).toEqual(["Oct 25100", "Nov 21 not final127"])
    expect(screen.getByRole("img").getAttribute("aria-label")).toContain("between 100 and 127")
  })

  it("requests a page by path and host, without the query, and the whole site without a filter", async () => {
    const worker = siteWorker()
    open(worker)
    await findFigure()
    await waitFor(() => expect(worker.counts()).toEqual({ lists: 1, reports: 3, live: 2 }))
    const filters = new Set(worker.asked.filter(({ input }) => "metrics" in input).map(({ input }) => input["filter"]))
    const page = 'pagePath in ("/wines/shiraz") and hostName == "www.estuary-vineyards.example"'
    expect(filters).toEqual(new Set([page, undefined, 'unifiedScreenName == "Shiraz"']))
    expect(JSON.stringify(worker.asked)).not.toMatch(/visitor|buy/)
    worker.asked.length = 0
    fireEvent.click(screen.getByRole("button", { name: "Whole site" }))
    await waitFor(() => expect(worker.counts()).toEqual({ lists: 0, reports: 3, live: 1 }))
    expect(worker.asked.every(({ input }) => input["filter"] === undefined)).toBe(true)
  })

  it("is requested once an hour, its property once a day, and its current users once a minute", async () => {
    vi.useFakeTimers({ now: NOW, toFake: ["Date", "setInterval", "clearInterval"] })
    const worker = siteWorker()
    const first = open(worker)
    await findFigure()
    expect(worker.counts()).toEqual({ lists: 1, reports: 3, live: 2 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(worker.counts()).toEqual({ lists: 1, reports: 3, live: 4 })
    first.close()
    // A view's effects are cleaned up only after the next paint.
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(worker.counts().live).toBe(4)
    const second = open(worker)
    await findFigure()
    expect(worker.counts()).toMatchObject({ lists: 1, reports: 3 })
    second.close()
    vi.setSystemTime(NOW + 3_700_000)
    const third = open(worker)
    await vi.waitFor(() => expect(worker.counts()).toMatchObject({ lists: 1, reports: 6 }))
    third.close()
    vi.setSystemTime(NOW + 86_500_000)
    open(worker)
    await vi.waitFor(() => expect(worker.counts()).toMatchObject({ lists: 2, reports: 9 }))
  })

  it("is read again when the panel comes into sight, such as after a night", async () => {
    vi.useFakeTimers({ now: NOW, toFake: ["Date", "setInterval", "clearInterval"] })
    const worker = siteWorker()
    const view = open(worker)
    await findFigure()
    vi.setSystemTime(NOW + 8 * 3_600_000)
    document.dispatchEvent(new Event("visibilitychange"))
    await vi.waitFor(() => expect(worker.counts()).toEqual({ lists: 1, reports: 6, live: 4 }))
    // What is known stays if it cannot be read again.
    worker.answers.failing = () => failure({ reason: "Unavailable" })
    vi.setSystemTime(NOW + 16 * 3_600_000)
    document.dispatchEvent(new Event("visibilitychange"))
    await vi.waitFor(() => expect(worker.counts()).toEqual({ lists: 1, reports: 9, live: 6 }))
    await screen.findByText("Right now")
    expect(view.text()).toContain("4,812 users")
    const notice = await screen.findByRole("alert")
    expect(notice.textContent).toContain(
      `These figures were read on ${moment(new Date(NOW + 8 * 3_600_000).toISOString())}.`
    )
    worker.answers.failing = () => undefined
    fireEvent.click(screen.getByRole("button", { name: "Try again" }))
    expect(view.text()).toContain("4,812 users")
    await vi.waitFor(() => expect(worker.counts().reports).toBe(12))
    expect(screen.queryByRole("alert")).toBeNull()
    view.close()
  })

  it.each([
    [{ sampled: [0.25, 0.5] }, "Last 2 days not final · from 25% of the events"],
    [{ thresholded: true }, "Last 2 days not final · few users left out · not sampled"],
    [
      { otherRow: true, truncated: [{ reason: "DATE_RANGE" }] },
      "rare values combined, which filters do not find · incomplete · not sampled"
    ],
    [{ blockedMetrics: ["keyEvents"] }, "The account may not see keyEvents: zeros there mean nothing."],
    [{ unsettledFrom: "2026-11-21" }, "Last day not final"]
  ])("shows the limits of its figures: %j", async (quality, words) => {
    const { text } = open(siteWorker({ reports: reports(quality) }))
    await findFigure()
    expect(text()).toContain(words)
  })

  it("without visitors shows zeros, and says so", async () => {
    const none = { rows: [], quality: {}, timeZone: "Australia/Sydney" }
    const { text, container } = open(
      siteWorker({ reports: { totals: none, days: none, sources: none, live: none, livePage: none } as never })
    )
    await screen.findByText("No sessions in these 28 days.")
    expect(text()).toContain("0 users")
    expect(text()).not.toContain("tokens")
    expect(container.querySelector(".site-days")).toBeNull()
  })

  it("says what it does not know: no share of nothing, and no zero for users who could not be counted", async () => {
    const { totals, ...others } = reports()
    const rows = totals.rows.map((row) => (row.dateRange === "previous" ? { ...row, activeUsers: 0 } : row))
    const failing = ({ range }: Readonly<Record<string, unknown>>) =>
      range === "realtime" ? failure({ reason: "Unavailable" }) : undefined
    const { text } = open(siteWorker({ reports: { totals: { ...totals, rows }, ...others }, failing }))
    await findFigure()
    expect(text()).toMatch(/4,812 users ?new/)
    expect(text()).toMatch(/Right now–/)
  })

  it("is copied as text, and its report opens in a tab", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
    vi.stubGlobal("navigator", { ...navigator, onLine: true, clipboard: { writeText } })
    open(siteWorker())
    await findFigure()
    fireEvent.click(screen.getByRole("button", { name: "Copy" }))
    await screen.findByText("Copied the figures as text")
    expect(writeText.mock.calls[0]?.[0].split("\n").slice(0, 5)).toEqual([
      "https://www.estuary-vineyards.example/wines/shiraz",
      "Property Estuary shop",
      "28 days to yesterday",
      "Users: 4,812 (12% more than in the 28 days before)",
      "Sessions: 6,120 (8% more than in the 28 days before)"
    ])
    fireEvent.click(screen.getByRole("button", { name: /Report/ }))
    expect(browser.opened[0]).toMatch(
      /^chrome-extension:\/\/inlay\/report.html#account=hub%3Asite&property=properties%2F1/
    )
    expect(browser.opened[0]).not.toMatch(/visitor/)
  })

  it("is copied together with the limits of its figures", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
    vi.stubGlobal("navigator", { ...navigator, onLine: true, clipboard: { writeText } })
    const limited = reports({ sampled: [0.25], blockedMetrics: ["keyEvents"] })
    const rows = [{ sessionDefaultChannelGroup: "=A formula", sessions: 1 }]
    open(siteWorker({ reports: { ...limited, sources: { ...limited.sources, rows } } }))
    await findFigure()
    fireEvent.click(screen.getByRole("button", { name: "Copy" }))
    await screen.findByText("Copied the figures as text")
    expect(writeText.mock.calls[0]?.[0]).toContain("\n'=A formula: 100%\n")
    expect(writeText.mock.calls[0]?.[0].split("\n").slice(-4)).toEqual([
      "2026-11-21: 127 (not final)",
      "Last 2 days not final",
      "from 25% of the events",
      "The account may not see keyEvents: zeros there mean nothing."
    ])
  })

  it("as a whole is copied and reported as a whole", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
    vi.stubGlobal("navigator", { ...navigator, onLine: true, clipboard: { writeText } })
    open(siteWorker())
    await findFigure()
    fireEvent.click(screen.getByRole("button", { name: "Whole site" }))
    await findFigure()
    fireEvent.click(screen.getByRole("button", { name: "Copy" }))
    await screen.findByText("Copied the figures as text")
    expect(writeText.mock.calls[0]?.[0].split("\n")[0]).toBe("www.estuary-vineyards.example")
    fireEvent.click(screen.getByRole("button", { name: /Report/ }))
    expect(browser.opened[0]).toContain("scope=site")
  })

  it("below another section is two lines, and everything when opened", async () => {
    const worker = siteWorker()
    const { text, container } = open(worker, "below")
    await screen.findByText("14 on the site now")
    expect(worker.asked.every(({ input }) => input["filter"] === undefined)).toBe(true)
    expect(text()).toMatch(/Traffic ?your property ?4,812 users in 28 days ▲ 12%/)
    expect(container.querySelector(".site-days")).toBeNull()
    fireEvent.click(screen.getByRole("button", { expanded: false }))
    await waitFor(() => expect(container.querySelectorAll(".site-days g")).toHaveLength(28))
  })
})

describe("several properties", () => {
  it("are a choice, which is remembered and can be changed", async () => {
    const worker = siteWorker({ properties: [SHOP, WHOLESALE] })
    const first = open(worker)
    fireEvent.click(await screen.findByRole("button", { name: "Estuary wholesale" }))
    await findFigure()
    expect(worker.asked.at(-1)?.input["property"]).toBe("properties/2")
    first.close()
    open(worker)
    await findFigure()
    const choice = screen.getByRole<HTMLSelectElement>("combobox", { name: "Property" })
    expect(choice.value).toBe("properties/2")
    expect(worker.counts().reports).toBe(3)
    fireEvent.change(choice, { target: { value: "properties/1" } })
    await waitFor(() => expect(worker.asked.at(-1)?.input["property"]).toBe("properties/1"))
    expect(worker.counts().reports).toBe(6)
  })

  it("can also be chosen from if storage is full", async () => {
    const setItem = () => {
      throw new Error("QuotaExceededError")
    }
    vi.stubGlobal("localStorage", { getItem: () => null, setItem, removeItem: () => undefined })
    const worker = siteWorker({ properties: [SHOP, WHOLESALE] })
    open(worker)
    fireEvent.click(await screen.findByRole("button", { name: "Estuary wholesale" }))
    await findFigure()
    expect(worker.asked.at(-1)?.input["property"]).toBe("properties/2")
  })
})

it("below another section are a choice too, and a failure is retried by a click", async () => {
  const worker = siteWorker({ properties: [SHOP, WHOLESALE], failing: () => failure({ reason: "Unavailable" }) })
  open(worker, "below")
  fireEvent.click(await screen.findByRole("button", { name: "Estuary wholesale" }))
  const again = await screen.findByRole("button", { name: "Try again" })
  worker.answers.failing = () => undefined
  fireEvent.click(again)
  await screen.findByText(/4,812 users in 28 days/)
  expect(worker.asked.at(-1)?.input["property"]).toBe("properties/2")
})

describe("a property that is gone", () => {
  const NOT_FOUND = failure({ reason: "NotFound", what: "There is no such property." })

  /** @param remaining the properties that are listed once a report of the shop has been requested */
  const goneWorker = (remaining: ReadonlyArray<typeof SHOP>, gone = NOT_FOUND) => {
    const worker = siteWorker({
      failing: ({ property }) => {
        if (property !== SHOP.property) return undefined
        worker.answers.properties = remaining
        return gone
      }
    })
    return worker
  }

  it.each([
    ["first", NOT_FOUND],
    ["below", NOT_FOUND],
    ["first", failure({ reason: "Forbidden" })],
    ["first", failure({ reason: "Refused", guard: "restriction" })]
  ] as const)("is reported %s, and the others are offered: %j", async (place, gone) => {
    const worker = goneWorker([WHOLESALE], gone)
    const first = open(worker, place)
    await screen.findByText(/The property Estuary shop no longer exists/)
    fireEvent.click(await screen.findByRole("button", { name: "Estuary wholesale" }))
    await screen.findByText(/^4,812/)
    expect(worker.counts().lists).toBe(2)
    first.close()
    open(worker)
    await findFigure()
  })

  it("without another leaves nothing to show, and says why", async () => {
    const { reasons, container } = open(goneWorker([]))
    await waitFor(() => expect(reasons.at(-1)).toMatch(/The property Estuary shop no longer exists/))
    expect(container.textContent).toBe("")
  })

  it("only for its reports fails with one sentence, without endless requests", async () => {
    const worker = goneWorker([SHOP])
    const { text } = open(worker)
    await screen.findByRole("alert")
    expect(text()).toContain("There is no such property.")
    expect(worker.counts().lists).toBe(2)
  })
})

describe("failures", () => {
  it("of the quota say when it is full again, and are retried by a click", async () => {
    const worker = siteWorker({
      failing: () => failure({ reason: "QuotaExhausted", what: "Used up.", resetsAt: "2026-11-22T08:00:00Z" })
    })
    const { text } = open(worker)
    await screen.findByRole("alert")
    expect(text()).toMatch(/The property's quota is used up. It is full again on .*22/)
    expect(text()).not.toMatch(/charged|credits/i)
    worker.answers.failing = () => undefined
    fireEvent.click(screen.getByRole("button", { name: "Try again" }))
    await findFigure()
    // Read again with them.
    await screen.findByText("3 on this page")
  })

  it("of a quota that the hub knows to be used up say when it is full again too", async () => {
    const remedy = { to: "retry", afterSeconds: 50_000 } as const
    const error = failure({ reason: "RateLimited", what: "Its tokens are used up.", retryAfterSeconds: 50_000, remedy })
    const { text } = open(siteWorker({ failing: () => error }))
    await screen.findByRole("alert")
    expect(text()).toContain(`It is full again on ${moment(new Date(NOW + 50_000_000).toISOString())}.`)
  })

  it("of the worker restart the extension, as their button says", async () => {
    const reload = vi.fn<() => void>()
    Object.assign(chrome.runtime, { reload })
    open(siteWorker({ failing: () => failure({ what: "", own: { is: "unheard" } }) }))
    fireEvent.click(await screen.findByRole("button", { name: "Restart the extension" }))
    expect(reload).toHaveBeenCalledOnce()
  })

  it("of the hub are one sentence on the user's own site, and hidden elsewhere", async () => {
    const worker = siteWorker()
    const first = open(worker)
    await findFigure()
    first.close()
    vi.setSystemTime(NOW + 90_000_000)
    worker.answers.accounts = hubProblem("gone")
    const own = open(worker)
    await screen.findByRole("alert")
    expect(own.text()).toContain("The hub at https://hub.example does not answer.")
    own.close()
    const other = open(worker, "below", "https://nobody.example/")
    await waitFor(() => expect(other.reasons.at(-1)).toBe(""))
    expect(other.container.textContent).toBe("")
  })

  it.each<[string, Parameters<typeof siteWorker>[0]]>([
    ["no hub is paired", { accounts: hubProblem("notPaired") }],
    ["the browser may use no account of web analytics", { accounts: [] }],
    ["no property collects it", { properties: [] }]
  ])("show nothing if %s", async (_, over) => {
    const { container, reasons } = open(siteWorker(over), "below")
    await waitFor(() => expect(reasons.at(-1)).toBe(""))
    expect(container.textContent).toBe("")
  })

  it("of the browser's full storage do not hide the figures", async () => {
    const full = () => Promise.reject(new Error("QUOTA_BYTES quota exceeded"))
    vi.stubGlobal("chrome", { ...chrome, storage: { session: { get: full, set: full } } })
    const setItem = () => {
      throw new Error("QuotaExceededError")
    }
    vi.stubGlobal("localStorage", { getItem: () => null, setItem, removeItem: () => undefined })
    open(siteWorker())
    await findFigure()
    expect(section.applies(PAGE)).toBe("beside")
  })

  it.each([
    ["unreadable", "Try again"],
    ["gone", "Try again"],
    ["revoked", "Open settings"]
  ] as const)("of the hub while it is asked for figures leave one sentence and one button: %s", async (why, label) => {
    const error = failure({ reason: "Decode", what: "", own: { is: "hub", why, origin: "https://hub.example" } })
    const reason = { gone: "Transport", revoked: "Unauthorized", unreadable: "Decode" } as const
    const { container } = open(siteWorker({ failing: () => ({ ...error, reason: reason[why] }) }))
    await screen.findByRole("button", { name: label })
    expect(screen.getAllByRole("alert")).toHaveLength(1)
    // Web analytics cannot run without the hub.
    if (why === "gone")
      expect(screen.getByRole("alert").textContent).toBe(
        "The hub at https://hub.example does not answer. Start it with “inlay serve”."
      )
    expect(container.querySelectorAll(".site-failed button")).toHaveLength(1)
    expect(container.querySelector(".site-days, .site-tiles, .site-main, .site-sources")).toBeNull()
  })

  it("of the hub while the browser is offline still name the hub that is to be started", async () => {
    vi.stubGlobal("navigator", { ...navigator, onLine: false })
    const own = { is: "hub", why: "gone", origin: "https://hub.example" } as const
    open(siteWorker({ failing: () => failure({ reason: "Transport", what: "", own }) }))
    expect((await screen.findByRole("alert")).textContent).toBe(
      "You are offline. The hub at https://hub.example does not answer. Start it with “inlay serve”."
    )
  })

  it("include a response of another shape", async () => {
    const { text } = open(siteWorker({ reports: { ...reports(), days: { rows: "many" } } as never }))
    await screen.findByRole("alert")
    expect(text()).toContain("The answer has an unexpected format")
  })
})

it("comes first on a site known to be the user's, later if that is unknown, and is absent elsewhere", async () => {
  expect(section.applies(PAGE)).toBe("beside")
  expect(section.applies("chrome://version/")).toBeUndefined()
  const { close } = open(siteWorker())
  await findFigure()
  close()
  expect(section.applies(PAGE)).toBe("subject")
  expect(section.applies("https://estuary-vineyards.example/")).toBe("subject")
  expect(section.applies("https://nobody.example/")).toBeUndefined()
})
