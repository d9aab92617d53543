// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import type { Send } from "../../../messaging/client.ts"
import { failure, NOW, stubBrowser } from "../../../tests/samples/site.ts"
import { moment } from "../../../ui/text/moment.ts"
import { reportAddress } from "../../site/report-place.ts"
import { ReportPage } from "./page.tsx"

type Json = Readonly<Record<string, unknown>>

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] })
  stubBrowser()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const PLACE = {
  property: { account: "hub:site", property: "properties/1", name: "Estuary shop" },
  scope: "page",
  address: "https://www.estuary-vineyards.example/wines?visitor=7"
} as const

const hash = () => new URL(reportAddress(PLACE)).hash

const facts = { quality: { unsettledFrom: "2026-11-20" }, timeZone: "Australia/Sydney" }
const metrics = (users: number) => ({
  activeUsers: users,
  sessions: 2 * users,
  screenPageViews: 3 * users,
  keyEvents: 0
})

/** @param limits of the accuracy of the totals alone */
const outputOf = ({ dimensions, compare }: Json, limits: Json): Json => {
  const [by] = (dimensions ?? []) as ReadonlyArray<string>
  if (by === undefined) {
    return {
      rows: [
        { dateRange: "current", ...metrics(20) },
        { dateRange: "previous", ...metrics(10) }
      ],
      ...facts,
      quality: { ...facts.quality, ...limits }
    }
  }
  if (compare === true) {
    const rows = [
      { date: "2026-11-20", dateRange: "current", activeUsers: 8 },
      { date: "2026-10-23", dateRange: "previous", activeUsers: 4 }
    ]
    return { rows, rowCount: 2, ...facts }
  }
  const names: Record<string, string> = { date: "2026-11-20", country: "=Australia", deviceCategory: "" }
  const name = names[by] ?? "A"
  return { rows: [{ [by]: name, ...metrics(20) }], rowCount: 340, ...facts }
}

const open = (
  over: { readonly hash?: string; readonly fail?: boolean; readonly limits?: Json; readonly until?: Promise<void> } = {}
) => {
  const inputs: Array<Json> = []
  const state = { fail: over.fail === true }
  const send = (async (_name: string, { input }: { readonly input: Json }) => {
    inputs.push(input)
    if (input["range"] === "90daysAgo..yesterday") await over.until
    return state.fail
      ? { ok: false, error: failure({ reason: "Timeout", what: "It took too long." }) }
      : { ok: true, output: outputOf(input, over.limits ?? {}) }
  }) as unknown as Send
  const { container } = render(<ReportPage send={send} hash={over.hash ?? hash()} onSettings={() => undefined} />)
  return { container, inputs, state, text: () => container.textContent.replaceAll(/\s+/g, " ") }
}

// Two moments of one day in Sydney, before and after noon UTC.
it.each(["2026-11-22T02:00:00Z", "2026-11-22T12:30:00Z"])(
  "marks the same number of days as not final at %s",
  async (now) => {
    vi.setSystemTime(Date.parse(now))
    const { text } = open()
    await screen.findByRole("table")
    expect(text()).toContain("Last 2 days not final")
  }
)

it("shows totals compared with the previous period, and a table by day, for the requested page", async () => {
  const { text, inputs, container } = open()
  await screen.findByRole("table")
  expect(text()).toContain("www.estuary-vineyards.example")
  expect(text()).toContain("Property Estuary shop · Page /wines")
  expect(text()).toMatch(/Users20▲ 100%.*Sessions40▲ 100%.*Views60▲ 100%.*Key events0/)
  expect(text()).toContain("1 of 340 rows · Last 2 days not final · not sampled")
  expect([...container.querySelectorAll("tbody tr")].map((row) => row.textContent)).toEqual(["Nov 20 not final2040600"])
  expect(inputs.map(({ filter }) => filter)).toEqual(
    Array(3).fill('pagePath in ("/wines") and hostName == "www.estuary-vineyards.example"')
  )
  expect(JSON.stringify(inputs)).not.toContain("visitor")
  expect(inputs.map(({ compare }) => compare)).toEqual([true, true, undefined])
  expect(inputs.at(-1)).toMatchObject({ dimensions: ["date"], order: ["date"] })
})

it("is of the whole site if its address says so", async () => {
  const { inputs } = open({ hash: new URL(reportAddress({ ...PLACE, scope: "site" })).hash })
  await screen.findByRole("table")
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Figures for" }).value).toBe("site")
  expect(inputs.some((input) => "filter" in input)).toBe(false)
})

it("shows nothing of an older choice, whichever answer comes last", async () => {
  let arrive = () => {}
  const { text } = open({ until: new Promise((resolve) => (arrive = resolve)) })
  await screen.findByRole("table")
  const choose = (days: string) =>
    fireEvent.change(screen.getByRole("combobox", { name: "Period" }), {
      target: { value: `${days}daysAgo..yesterday` }
    })
  choose("90")
  await waitFor(() => expect(screen.queryByRole("table")).toBeNull())
  choose("7")
  await screen.findByRole("table")
  arrive()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(text()).toContain("in the 7 days before")
})

it("shows the rows of a dimension until those of the next have arrived", async () => {
  const { container } = open()
  await screen.findByRole("table")
  const by = (value: string) => fireEvent.change(screen.getByRole("combobox", { name: "By" }), { target: { value } })
  const rows = () => [...container.querySelectorAll("tbody th")].map((cell) => cell.textContent)
  by("country")
  await waitFor(() => expect(rows()).toEqual(["=Australia"]))
  // A path keeps its direction in a page that reads from right to left.
  expect(container.querySelector("tbody th bdi")?.textContent).toBe("=Australia")
  by("date")
  await waitFor(() => expect(rows()).toEqual(["Nov 20 not final"]))
})

it("names a row whose dimension the service left empty", async () => {
  const { container } = open()
  await screen.findByRole("table")
  fireEvent.change(screen.getByRole("combobox", { name: "By" }), { target: { value: "deviceCategory" } })
  await waitFor(() => expect(container.querySelector("tbody th")?.textContent).toBe("(not set)"))
})

it("is requested again for another period, another dimension, and the whole site", async () => {
  const { inputs } = open()
  await screen.findByRole("table")
  const choose = async (label: string, value: string) => {
    inputs.length = 0
    fireEvent.change(screen.getByRole("combobox", { name: label }), { target: { value } })
    await waitFor(() => expect(inputs).toHaveLength(3))
    await screen.findByRole("table")
  }
  await choose("Period", "90daysAgo..yesterday")
  expect(inputs.every(({ range }) => range === "90daysAgo..yesterday")).toBe(true)
  await choose("By", "country")
  expect(inputs.at(-1)).toMatchObject({ dimensions: ["country"], order: ["-activeUsers"] })
  await choose("Figures for", "site")
  expect(inputs.some((input) => "filter" in input)).toBe(false)
})

it("says what its totals are compared with: as many days before", async () => {
  const { text } = open()
  await screen.findByRole("table")
  expect(text()).toContain("100% more than in the 28 days before")
  for (const days of ["7", "90", "365"]) {
    fireEvent.change(screen.getByRole("combobox", { name: "Period" }), {
      target: { value: `${days}daysAgo..yesterday` }
    })
    await waitFor(() => expect(text()).toContain(`100% more than in the ${days} days before`))
    expect(text()).not.toContain("28 days before")
  }
})

it.each([
  [{ sampled: [0.25] }, "Last 2 days not final · from 25% of the events"],
  [{ thresholded: true }, "few users left out · not sampled"],
  [{ blockedMetrics: ["keyEvents"] }, "The account may not see keyEvents: zeros there mean nothing."]
])("shows the limits of its totals, and not only of its table: %j", async (limits, words) => {
  const { text } = open({ limits })
  await screen.findByRole("table")
  expect(text()).toContain(words)
})

it("is saved as a file without formulas", async () => {
  const blobs: Array<Blob> = []
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    blobs.push(blob as Blob)
    return "blob:report"
  })
  open()
  await screen.findByRole("table")
  fireEvent.change(screen.getByRole("combobox", { name: "By" }), { target: { value: "country" } })
  await screen.findByText("=Australia")
  fireEvent.click(screen.getByRole("button", { name: "Save as CSV" }))
  expect(await blobs[0]?.text()).toBe("\uFEFFCountry,Users,Sessions,Views,Key events\n'=Australia,20,40,60,0\n")
})

it("is requested again when it is seen an hour later, and stays meanwhile and if that fails", async () => {
  const { inputs, state, text } = open()
  await screen.findByRole("table")
  const come = async () => {
    document.dispatchEvent(new Event("visibilitychange"))
    expect(screen.queryByRole("table")).not.toBeNull()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  vi.setSystemTime(NOW + 59 * 60_000)
  await come()
  expect(inputs).toHaveLength(3)
  vi.setSystemTime(NOW + 61 * 60_000)
  await come()
  expect(inputs).toHaveLength(6)
  vi.setSystemTime(NOW + 24 * 3_600_000)
  state.fail = true
  await come()
  expect(inputs).toHaveLength(9)
  expect(text()).toContain(`It took too long. These figures were read on ${moment("2026-11-22T03:01:00Z")}.`)
  expect(screen.queryByRole("table")).not.toBeNull()
  // The network may not be back yet when a computer wakes up.
  vi.setSystemTime(NOW + 24 * 3_600_000 + 30_000)
  await come()
  expect(inputs).toHaveLength(9)
  vi.setSystemTime(NOW + 24 * 3_600_000 + 61_000)
  await come()
  expect(inputs).toHaveLength(12)
  state.fail = false
  fireEvent.click(screen.getByRole("button", { name: "Try again" }))
  expect(screen.queryByRole("table")).not.toBeNull()
  await waitFor(() => expect(inputs).toHaveLength(15))
  expect(screen.queryByRole("alert")).toBeNull()
})

it("says what failed, and is requested again by a click", async () => {
  const { state, text } = open({ fail: true })
  await screen.findByRole("alert")
  expect(text()).toMatch(/It took too long/)
  state.fail = false
  fireEvent.click(screen.getByRole("button", { name: "Try again" }))
  await screen.findByRole("table")
})

it.each([
  "",
  "#account=a&property=properties/1",
  "#account=a&property=1&address=https://a.example/",
  "#account=a&property=properties/1&address=javascript:alert(1)"
])("says where to find a report if the address has none: %s", (text) => {
  const { inputs } = open({ hash: text })
  expect(screen.getByText(/Open a page of your site/)).toBeDefined()
  expect(inputs).toEqual([])
})
