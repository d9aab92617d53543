// The whole worker over a fake network and a fake browser: from a message to its reply, with the real plugin, the real
// spending path and the real stores.
import { it } from "@effect/vitest"
import { Transport, TransportFailure, type TransportRequest } from "@inlay/core-http/Transport"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Scope from "effect/Scope"

import { Browser, type Alarm, type Drawn } from "../browser/Browser.ts"
import type { Notification } from "../browser/notifications.ts"
import type { Consent, Place } from "../features/enrich/requests.ts"
import type { Requests, RequestName } from "../messaging/contract.ts"
import type { PageCard } from "../messaging/subject.ts"
import { plugins } from "../plugins.gen.ts"
import { Database, databaseOver } from "../vault/database/Database.ts"
import * as worker from "../worker.ts"

export const KEY = "sk-live-4f1c9d7be2a8"
export const BASE = "https://api.provider.example/v1"
export const ANN = "https://network.example/in/ann-lee"
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
    online: true,
    granted: new Set(["https://api.provider.example"]),
    address: ANN as string | undefined,
    draw: { state: "drawn" } as Drawn,
    serve: match,
    sent: [] as Array<TransportRequest>,
    drawn: [] as Array<PageCard>,
    /** What happens between the preview of a step and its run. */
    beforeRun: Effect.void as Effect.Effect<unknown>,
    /** How often a page's card was removed. */
    erased: 0,
    /** Whose links the menu offers to show. */
    linkSites: [] as ReadonlyArray<string>,
    lines: [] as ReadonlyArray<string>,
    repositoryHosts: [] as ReadonlyArray<string>,
    /** Whether the panel is open beside the page. */
    panelBeside: false,
    mark: "" as string,
    /** The interval at which the alarm wakes the worker. */
    wakeSeconds: undefined as number | undefined,
    mayNotify: true,
    notified: [] as Array<Notification>,
    /** How often the accounts were read. */
    vaultReads: 0,
    /** Answers wait for this effect. */
    gate: Effect.void,
    arrived: Deferred.makeUnsafe<void>()
  }
  const browser = Layer.sync(Browser, () => ({
    online: Effect.sync(() => state.online),
    mayReach: (origin: string) => Effect.sync(() => state.granted.has(origin)),
    addressOf: () => Effect.sync(() => state.address),
    prepare: () => Effect.void,
    draw: (_tab: number, _address: string, card: PageCard) =>
      Effect.sync(() => {
        if (state.draw.state === "drawn") state.drawn.push(card)
        return state.draw
      }),
    erase: () =>
      Effect.sync(() => {
        state.erased += 1
      }),
    offerLinksTo: (sites: ReadonlyArray<string>) => Effect.sync(() => void (state.linkSites = sites)),
    putLine: () => Effect.succeed(true),
    keepLines: (origins: ReadonlyArray<string>) => Effect.sync(() => void (state.lines = origins)),
    offerRepositoriesOf: (hosts: ReadonlyArray<string>) => Effect.sync(() => void (state.repositoryHosts = hosts)),
    isPanelBeside: () => Effect.sync(() => state.panelBeside),
    session: Effect.succeed("session-1"),
    language: Effect.succeed("en" as const),
    mark: ({ text }: { readonly text: string }) =>
      Effect.sync(() => {
        state.mark = text
      }),
    wakeEvery: (seconds: number | undefined, alarm: Alarm) =>
      Effect.sync(() => {
        if (alarm === "poll") state.wakeSeconds = seconds
      }),
    mayNotify: Effect.sync(() => state.mayNotify),
    notify: (notification: Notification) => Effect.sync(() => void state.notified.push(notification)),
    awake: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.andThen(
        Effect.suspend(() => state.beforeRun),
        effect
      )
  }))
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

  /** Starts a new worker, which lives until its scope is closed. */
  const start = Effect.gen(function* () {
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(layer(), scope)
    const { answer, onAlarm, lineOf } = yield* Effect.provideContext(worker.start, context)
    const ask = <N extends RequestName>(inlay: N, input: Requests[N]["input"]) =>
      Effect.flatMap(Effect.provideContext(answer({ inlay, input }), context), (reply) =>
        reply.ok ? Effect.succeed(reply.output as Requests[N]["output"]) : Effect.fail(reply.error)
      )
    return {
      ask,
      stop: Scope.close(scope, Exit.void),
      line: Effect.provideContext(lineOf(1), context),
      alarm: Effect.provideContext(onAlarm("poll"), context)
    }
  })
  return { state, start, database }
}

export const quiet = Effect.provide(Logger.layer([]))

/** The account of these tests. */
export const OF = { plugin: "salesdata", account: "default" }
/** The same account, in the form that saves it. */
export const FORM = { ...OF, isNew: false, kind: "api_key" }

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
    yield* ask("saveAccount", { ...FORM, values: { ...values, ...more }, force: false })
    state.sent.length = 0
    state.arrived = Deferred.makeUnsafe()
    const enrich = (address = ANN, consent: Consent = "charge", place: Place = "page") =>
      ask("enrich", { ...OF, tabId: 1, subject: `person ${address}`, consent, upTo: 2, place })
    return { state, start, database, ask, stop, enrich }
  })

export const live = (title: string, body: Effect.Effect<void, unknown>) => it.live(title, () => quiet(body))
