// The whole worker over a fake network and a fake browser: from a message to its reply, with the real plugin, the real
// spending path and the real stores.
import { it } from "@effect/vitest"
import { Transport, TransportFailure, type TransportRequest } from "@inlay/core-http/Transport"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"

import type { Consent, AnswerPlace } from "../features/enrich/requests.ts"
import { plugins } from "../plugins.gen.ts"
import { Database, databaseOver } from "../vault/database/Database.ts"
import * as worker from "../worker.ts"
import { ANN, browserLayer, browserState, startWorker } from "./browser.ts"

export const KEY = "sk-live-4f1c9d7be2a8"
export const BASE = "https://api.provider.example/v1"
export { ANN }
export const BOB = "https://network.example/in/bob-tan"

export type Served =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | "lost"

const person = (slug: string) => ({
  person: {
    full_name: slug.replace("-", " "),
    job_title: "Engineer",
    emails: [{ email: `${slug}@acme.com.au`, type: "work", status: "verified" }],
    company: { name: "Acme", domain: "acme.com.au" },
    profile_url: `https://network.example/in/${slug}`
  }
})

export const match: (request: TransportRequest) => Served = ({ body, url }) => {
  // The provider's answer for a path that does not exist differs from its answer for an unknown person.
  if (String(url).includes("no-such-path")) return { status: 404, body: { message: "Cannot find this route" } }
  const fields = JSON.parse(body ?? "{}") as Record<string, string>
  if (fields["email"]?.endsWith(".invalid")) return { status: 404, body: { error: "no match" } }
  return { status: 200, body: person(fields["profilenet_slug"] ?? "nobody") }
}

/** One browser with one profile, in which workers start and stop. */
export const makeBrowser = () => {
  const database = `test-${crypto.randomUUID()}`
  const state = {
    ...browserState(),
    granted: new Set(["https://api.provider.example"]),
    serve: match,
    sent: [] as Array<TransportRequest>,
    /** How often the accounts were read. */
    vaultReads: 0,
    /** Answers wait for this effect. */
    gate: Effect.void,
    arrived: Deferred.makeUnsafe<void>()
  }
  const browser = browserLayer(state, { alarm: "poll", mayReach: (origin) => state.granted.has(origin) })
  const transport = Layer.sync(Transport, () => ({
    send: (request: TransportRequest) =>
      Effect.gen(function* () {
        state.sent.push(request)
        yield* Deferred.succeed(state.arrived, undefined)
        yield* state.gate
        const response = state.serve(request)
        if (response === "lost") {
          return yield* new TransportFailure({ kind: "network", detail: "the connection failed", sent: true })
        }
        return { status: response.status, headers: response.headers ?? {}, text: JSON.stringify(response.body) }
      })
  }))
  const countedDatabase = Layer.effect(
    Database,
    Effect.map(Database, ({ transact }) => {
      const countedTransact = ((operation, stores, mode, work) =>
        Effect.suspend(() => {
          if (stores.includes("accounts") && mode === "readonly") state.vaultReads += 1
          return transact(operation, stores, mode, work)
        })) as Database["Service"]["transact"]
      return databaseOver(countedTransact)
    })
  ).pipe(Layer.provide(Database.layer(database)))
  const layer = () => Layer.provideMerge(worker.layer(plugins), Layer.mergeAll(countedDatabase, browser, transport))

  return { state, start: startWorker(layer, "poll"), database }
}

/** Holds the answers from now on. @returns an effect that lets them go */
export const holdAnswers = (state: ReturnType<typeof makeBrowser>["state"]) => {
  const gate = Deferred.makeUnsafe<void>()
  state.arrived = Deferred.makeUnsafe()
  state.gate = Deferred.await(gate)
  return Deferred.succeed(gate, undefined)
}

export const quiet = Effect.provide(Logger.layer([]))

/** The account of these tests. */
export const OF = { plugin: "salesdata", account: "default" }
/** What the popup asks about the tab's person. */
export const SUBJECT = { ...OF, tabId: 1, subject: `person ${ANN}` }
/** The same, bought. */
export const PURCHASE = { ...SUBJECT, consent: "charge", upTo: 2, place: "page" } as const
/** The same account, in the form that saves it. */
export const FORM = { ...OF, isNew: false, kind: "api_key" }
/** The form that connects it first. */
export const NEW_FORM = { ...FORM, isNew: true }

export const values = { base_url: BASE, api_key: KEY, profile_site: "network.example", cap_day: "5" }
export const preview = { tabId: 1, account: null }

type Ask = Effect.Success<ReturnType<typeof makeBrowser>["start"]>["ask"]

/** The account as the options page sees it; `undefined` if there is none. */
export const only = (ask: Ask) => Effect.map(ask("accounts", {}), ({ accounts }) => accounts[0])

/** A browser whose account is connected, and a worker in it. */
export const connect = (more: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const { state, start, database } = makeBrowser()
    const { ask, stop } = yield* start
    yield* ask("saveAccount", { ...NEW_FORM, values: { ...values, ...more }, force: false })
    state.sent.length = 0
    state.arrived = Deferred.makeUnsafe()
    const enrich = (address = ANN, consent: Consent = "charge", place: AnswerPlace = "page") =>
      ask("enrich", { ...OF, tabId: 1, subject: `person ${address}`, consent, upTo: 2, place })
    return { state, start, database, ask, stop, enrich }
  })

export const live = (title: string, body: Effect.Effect<void, unknown>) => it.live(title, () => quiet(body))
