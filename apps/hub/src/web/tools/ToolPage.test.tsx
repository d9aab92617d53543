// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import type { Details, Preview } from "../api/types.ts"
import { failures } from "../words.ts"
import { ToolPage } from "./ToolPage.tsx"
import { results, previews as previewWords, tools as words } from "./words.ts"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  runs.length = 0
})

const tool: Details = {
  id: "salesdata_people_enrichment",
  title: "People Enrichment",
  plugin: "salesdata",
  description: "",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  cost: { unit: "credits", upTo: 2, note: "" },
  accounts: ["main", "other"],
  inputSchema: { type: "object", properties: { email: { type: "string" } }, required: ["email"] },
  outputSchema: {}
}

const preview = (more: Partial<Preview> = {}): Preview => ({
  isFree: false,
  estimate: 2,
  cached: null,
  isUnderWay: false,
  blocking: [],
  uncachedPurchase: null,
  refusal: null,
  spent: { day: 0, run: 0 },
  caps: {},
  left: {},
  ...more
})

const SAVED = preview({ isFree: true, cached: { match: true, fetchedAt: "2026-06-01T00:00:00.000Z" } })

const runs: Array<unknown> = []

/** Draws the page. The tool is read once more whenever its user comes back. A preview stays under way until the test answers it, whether or not the page still waits. */
const open = async (reads: ReadonlyArray<Details> = [tool]) => {
  const left = [...reads]
  const previews: Array<{ readonly body: unknown; readonly answer: (preview: Preview) => void }> = []
  vi.stubGlobal("fetch", (path: string, { body }: { readonly body?: string } = {}) => {
    if (body === undefined) return Promise.resolve(Response.json(left.shift() ?? tool))
    if (path === `/api/tools/${tool.id}/runs`) {
      runs.push(JSON.parse(body))
      return Promise.resolve(Response.json({ output: { match: false, record: null } }))
    }
    expect(path).toBe(`/api/tools/${tool.id}/previews`)
    return new Promise((resolve) => {
      previews.push({ body: JSON.parse(body) as unknown, answer: (one) => resolve(Response.json(one)) })
    })
  })
  render(<ToolPage id={tool.id} />)
  await screen.findByLabelText(/email/)
  return previews
}

const type = (email: string) => fireEvent.input(screen.getByLabelText(/email/), { target: { value: email } })
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))
const settled = () => new Promise((resolve) => setTimeout(resolve, 50))

it.each([
  {
    what: "a field",
    change: () => type("b@example.com"),
    next: { input: { email: "b@example.com" }, account: "main" }
  },
  {
    what: "the account",
    change: () => fireEvent.change(screen.getByLabelText(words.account), { target: { value: "other" } }),
    next: { input: { email: "a@example.com" }, account: "other" }
  }
])("offers no run for a preview that was under way when $what changed", async ({ change, next }) => {
  const previews = await open()
  type("a@example.com")
  press(words.preview)
  await vi.waitFor(() => expect(previews).toHaveLength(1))
  change()
  previews[0]?.answer(SAVED)
  await settled()
  expect(screen.queryByRole("button", { name: words.runFor(words.free) })).toBeNull()
  press(words.preview)
  await vi.waitFor(() => expect(previews).toHaveLength(2))
  expect(previews[1]?.body).toEqual(next)
  previews[1]?.answer(preview())
  const run = { name: words.runFor("up to 2 credits") }
  expect(await screen.findByRole("button", run)).toBeDefined()
  // Nor for one that has been answered.
  type("c@example.com")
  await vi.waitFor(() => expect(screen.queryByRole("button", run)).toBeNull())
})

const wide: Details = {
  ...tool,
  inputSchema: {
    type: "object",
    properties: {
      email: { type: "string" },
      company: { type: "string" },
      ...Object.fromEntries(["limit", "offset", "depth", "radius", "weeks"].map((name) => [name, { type: "number" }]))
    },
    required: ["email", "company"]
  }
}

it("leads to the first wrong field at each attempt, and does not move the focus while somebody types", async () => {
  await open([wide])
  press(words.preview)
  const email = screen.getByLabelText(/email/)
  await vi.waitFor(() => expect(document.activeElement).toBe(email))
  type("a")
  await settled()
  expect(document.activeElement).toBe(email)
  press(words.preview)
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/company/)))
})

it("keeps its optional fields unfolded while a wrong one of them is corrected", async () => {
  await open([wide])
  const limit = screen.getByLabelText(/limit/)
  const folding = limit.closest("details")
  expect(folding?.open).toBe(false)
  fireEvent.input(limit, { target: { value: "ten" } })
  press(words.preview)
  await vi.waitFor(() => expect(folding?.open).toBe(true))
  fireEvent.input(limit, { target: { value: "1" } })
  await settled()
  expect(folding?.open).toBe(true)
})

it("unfolds its optional fields again at each attempt that one of them stops", async () => {
  await open([wide])
  const limit = screen.getByLabelText(/limit/)
  const folding = limit.closest("details")
  type("a@example.com")
  fireEvent.input(screen.getByLabelText(/company/), { target: { value: "Acme" } })
  fireEvent.input(limit, { target: { value: "ten" } })
  press(words.preview)
  await vi.waitFor(() => expect(document.activeElement).toBe(limit))
  folding?.removeAttribute("open")
  limit.blur()
  press(words.preview)
  await vi.waitFor(() => expect(document.activeElement).toBe(limit))
  expect(folding?.open).toBe(true)
})

it("uses the account that is shown if they were connected in another tab meanwhile", async () => {
  const previews = await open([{ ...tool, accounts: [] }])
  type("a@example.com")
  document.dispatchEvent(new Event("visibilitychange"))
  expect(await screen.findByLabelText(words.account)).toHaveProperty("value", "main")
  press(words.preview)
  await vi.waitFor(() => expect(previews[0]?.body).toEqual({ input: { email: "a@example.com" }, account: "main" }))
})

it("ignores the answer of an earlier preview while the next one is under way", async () => {
  const previews = await open()
  type("a@example.com")
  press(words.preview)
  await vi.waitFor(() => expect(previews).toHaveLength(1))
  type("b@example.com")
  press(words.preview)
  await vi.waitFor(() => expect(previews).toHaveLength(2))
  previews[0]?.answer(SAVED)
  await settled()
  expect(screen.queryByRole("button", { name: words.runFor(words.free) })).toBeNull()
  expect(screen.getByRole("button", { name: words.preview }).getAttribute("aria-disabled")).toBe("true")
})

it("buys again what was bought and not stored, once that is chosen", async () => {
  const previews = await open()
  type("a@example.com")
  press(words.preview)
  await vi.waitFor(() => expect(previews).toHaveLength(1))
  const what = "The same lookup was bought at 2026-06-01T00:00:00.000Z for 2 credits, and its answer could not be kept."
  const fix = "Run it with `unknownCharge` as ask_again to buy it once more."
  previews[0]?.answer(
    preview({
      uncachedPurchase: { since: "2026-06-01T00:00:00.000Z", charged: 2, why: "store" },
      refusal: {
        reason: "Refused",
        guard: "uncached",
        provider: "salesdata",
        operation: "people",
        message: `${what} ${fix}`,
        what,
        fix,
        remedy: { to: "buyAgain" }
      }
    })
  )
  const choice = await screen.findByLabelText("Buy it again")
  const alert = screen.getByRole("alert").textContent
  expect(alert).toContain(what)
  expect(alert).toContain("choose that in the preview")
  expect(alert).not.toContain("unknownCharge")
  const label = words.runFor("up to 2 credits")
  expect(screen.getByRole("button", { name: label }).getAttribute("aria-disabled")).toBe("true")
  fireEvent.click(choice)
  press(label)
  await vi.waitFor(() => expect(runs).toHaveLength(1))
  expect(runs[0]).toMatchObject({ input: { email: "a@example.com" }, account: "main", unknownCharge: "ask_again" })
})

it("previews once, however often Enter is pressed", async () => {
  const calls = await open()
  type("a@example.com")
  const form = screen.getByLabelText(/email/).closest("form")
  if (form === null) throw new Error("there is no form")
  fireEvent.submit(form)
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  fireEvent.submit(form)
  await settled()
  expect(calls).toHaveLength(1)
})

it.each(["ask_again", "charged", "not_charged"] as const)(
  "runs a lookup whose charge is unknown only with what was decided: %s",
  async (decision) => {
    const calls = await open()
    type("a@example.com")
    press(words.preview)
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    const blocking = [{ id: "1", operation: "people.enrich", keys: [], since: "2026-06-01T00:00:00.000Z" }]
    calls[0]?.answer(preview({ blocking } as unknown as Partial<Preview>))
    const run = await screen.findByRole("button", { name: words.runFor("up to 2 credits") })
    fireEvent.click(run)
    fireEvent.click(screen.getByLabelText(previewWords.settle[decision]))
    fireEvent.click(run)
    await vi.waitFor(() => expect(runs).toMatchObject([{ unknownCharge: decision }]))
  }
)

it("shows no result of a run whose answer was cut off", async () => {
  const previews = await open()
  type("a@example.com")
  press(words.preview)
  await vi.waitFor(() => expect(previews).toHaveLength(1))
  previews[0]?.answer(preview())
  const run = await screen.findByRole("button", { name: words.runFor("up to 2 credits") })
  vi.stubGlobal("fetch", async () => new Response('{"progress":{"done":1}}\n'))
  fireEvent.click(run)
  expect((await screen.findByRole("alert")).textContent).toContain(failures.cutOff)
  expect(screen.queryByRole("heading", { name: results.title })).toBeNull()
})

it.each([
  ["that price", preview(), words.runFor("up to 2 credits"), 2],
  ["nothing, for a saved answer", SAVED, words.runFor(words.free), 0]
] as const)("runs for at most what the button says: %s", async (_, answer, label, maxCredits) => {
  const previews = await open()
  type("a@example.com")
  press(words.preview)
  await vi.waitFor(() => expect(previews).toHaveLength(1))
  previews[0]?.answer(answer)
  fireEvent.click(await screen.findByRole("button", { name: label }))
  await vi.waitFor(() => expect(runs).toHaveLength(1))
  expect(runs[0]).toMatchObject({ maxCredits })
})
