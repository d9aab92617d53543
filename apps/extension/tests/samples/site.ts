// A hub's answers about sites, as the popup receives them, and a worker that returns them.
import { vi } from "vitest"

import type { Send } from "../../messaging/client.ts"
import type { RequestName } from "../../messaging/contract.ts"
import type { Failure } from "../../messaging/failure.ts"

type Json = Readonly<Record<string, unknown>>

export const NOW = Date.parse("2026-11-22T02:00:00Z")
export const PAGE = "https://www.estuary-vineyards.example/wines/shiraz?visitor=7#buy"

export const SHOP = { property: "properties/1", name: "Estuary shop", sites: ["https://estuary-vineyards.example"] }
export const WHOLESALE = { ...SHOP, property: "properties/2", name: "Estuary wholesale" }
export const OTHERS = { property: "properties/3", name: "Another", sites: ["https://another.example/"] }

const common = { timeZone: "Australia/Sydney", quota: { tokensPerDay: { consumed: 4, remaining: 199_688 } } }

/** The 28 days to yesterday in Sydney, where it is the 22nd: 25 October to 21 November. */
const days = Array.from({ length: 28 }, (_, at) => ({
  date: new Date(Date.UTC(2026, 9, 25 + at)).toISOString().slice(0, 10),
  activeUsers: 100 + at
}))

export const reports = (quality: Json = {}) => ({
  totals: {
    rows: [
      { dateRange: "current", activeUsers: 4812, sessions: 6120, keyEvents: 92 },
      { dateRange: "previous", activeUsers: 4296, sessions: 5667, keyEvents: 95 }
    ],
    quality,
    ...common
  },
  days: { rows: days, quality: { unsettledFrom: "2026-11-20", ...quality }, ...common },
  sources: {
    rows: [
      { sessionDefaultChannelGroup: "Organic Search", sessions: 610 },
      { sessionDefaultChannelGroup: "Direct", sessions: 220 },
      { sessionDefaultChannelGroup: "A channel of ours", sessions: 90 },
      { sessionDefaultChannelGroup: "Email", sessions: 80 }
    ],
    quality,
    ...common
  },
  live: { rows: [{ activeUsers: 14 }], quality: {} },
  livePage: { rows: [{ activeUsers: 3 }], quality: {} }
})

const reportOf = (input: Json, all: ReturnType<typeof reports>): Json => {
  if (input["range"] === "realtime") return input["filter"] === undefined ? all.live : all.livePage
  const [dimension] = (input["dimensions"] ?? []) as ReadonlyArray<string>
  return dimension === undefined ? all.totals : dimension === "date" ? all.days : all.sources
}

export const failure = (over: Partial<Failure>): Failure => ({
  reason: "Unavailable",
  what: "The service has a problem.",
  operation: "reports.run",
  ...over
})

export const hubProblem = (why: "notPaired" | "gone"): Failure =>
  failure({ reason: "Transport", what: "", own: { is: "hub", why, origin: "https://hub.example" } })

export interface Answers {
  /** The hub's web analytics accounts, or why they are unknown. */
  accounts: ReadonlyArray<string> | Failure
  properties: ReadonlyArray<Json>
  /** Replaces the properties of an account. */
  listOf: (account: string) => ReadonlyArray<Json> | Failure | undefined
  reports: ReturnType<typeof reports>
  /** Replaces a report's answer, by its property. */
  failing: (input: Json) => Failure | undefined
  /** Answers every other request. */
  other: (name: RequestName, input: Json) => unknown
}

/** A worker for one test. `asked` lists the inputs of its steps, in order. */
export const siteWorker = (over: Partial<Answers> = {}) => {
  const answers: Answers = {
    accounts: ["hub:site"],
    properties: [SHOP, OTHERS],
    reports: reports(),
    failing: () => undefined,
    listOf: () => undefined,
    other: () => undefined,
    ...over
  }
  const asked: Array<{ readonly step: string; readonly input: Json }> = []
  const replyTo = (name: RequestName, input: Json): unknown => {
    if (name === "accountNames" && input["plugin"] === "analytics") {
      const { accounts } = answers
      return "reason" in accounts ? { ok: false, error: accounts } : { ok: true, output: { names: accounts } }
    }
    if (name !== "read" || input["plugin"] !== "analytics") {
      return answers.other(name, input) ?? { ok: false, error: failure({}) }
    }
    const [step, stepInput] = [input["step"] as string, input["input"] as Json]
    asked.push({ step, input: stepInput })
    if (step === "analytics_list_properties") {
      const list = answers.listOf(String(input["account"])) ?? answers.properties
      return "reason" in list ? { ok: false, error: list } : { ok: true, output: { items: list, total: 1 } }
    }
    const error = answers.failing(stepInput)
    return error === undefined
      ? { ok: true, output: reportOf(stepInput, answers.reports) }
      : { ok: false, error: { ...error, charged: "unknown" } }
  }
  const send = ((name: RequestName, input: Json) => Promise.resolve(replyTo(name, input))) as Send
  return {
    answers,
    asked,
    send,
    /** How often properties were listed, daily reports were run, and reports of the last minutes were run. */
    counts: () => ({
      lists: asked.filter(({ step }) => step === "analytics_list_properties").length,
      reports: asked.filter(({ input }) => "metrics" in input && input["range"] !== "realtime").length,
      live: asked.filter(({ input }) => input["range"] === "realtime").length
    })
  }
}

/** The part of the browser that a site's views use. */
export const stubBrowser = () => {
  const session = new Map<string, unknown>()
  const opened: Array<string> = []
  vi.stubGlobal("chrome", {
    runtime: { getURL: (path: string) => `chrome-extension://inlay${path}` },
    tabs: { create: ({ url }: { readonly url: string }) => Promise.resolve(opened.push(url)) },
    storage: {
      session: {
        get: (name: string) => Promise.resolve({ [name]: session.get(name) }),
        set: (values: Json) =>
          Promise.resolve(Object.entries(values).forEach(([name, value]) => session.set(name, value)))
      }
    }
  })
  return { opened, session }
}
