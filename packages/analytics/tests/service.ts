/**
 * A mock of the real service, separate from the sandbox. It returns the responses that a test asks for, based on the
 * service's documentation and forums. Every request is validated against the official messages.
 */
import { createServer, type Server } from "node:http"

import { make as makeAccount } from "@inlay/agent-plugin/Account"
import { asyncIterables } from "@inlay/core-http/AsyncIterables"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import { BudgetScope, SharedBudgets, type BudgetStore } from "@inlay/core-http/BudgetStore"
import * as Credential from "@inlay/core-http/Credential"
import * as Node from "@inlay/core-http/node"
import { promised } from "@inlay/core-http/Promised"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as Spend from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest"

import { accessToken } from "../src/account/kinds.ts"
import { make } from "../src/client/Analytics.ts"
import type { Settings } from "../src/client/settings.ts"
import type { Analytics } from "../src/promise.ts"
import { requestProblems, type Sent } from "./protocol/requests.ts"

export interface ServedRequest extends Sent {
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** The body as JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as a test reads it
  readonly json: any
}

export interface ServedAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Sent unchanged in place of `body`. */
  readonly text?: string | Buffer
}

type Say = (asked: ServedRequest) => ServedAnswer | Promise<ServedAnswer>

/** The reason of a call that must fail. */
export const reasonOf = async (call: Promise<unknown>): Promise<Reason> => {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => error
  )
  if (outcome instanceof ProviderError) return outcome.reason
  throw new Error(`it did not fail as a ProviderError: ${JSON.stringify(outcome)} ${String(outcome)}`)
}

const TOKEN = "token-of-the-test"

/** Runs an effect as another program of the same account that shares a budget store. */
const sharing =
  (store: BudgetStore | undefined) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    store === undefined
      ? effect
      : effect.pipe(Effect.provideService(SharedBudgets, store), Effect.provideService(BudgetScope, "analytics/shared"))

/** Starts both services for a test file. */
export const service = () => {
  const servers: Array<Server> = []
  const origins = { data: "", admin: "" }
  const runtime = ManagedRuntime.make(Layer.merge(Node.layer, Spend.layerMemory("test")))
  let say: Say = () => ({ body: {} })
  let requests: Array<ServedRequest> = []
  let problems: Array<string> = []
  let underWay = 0
  let most = 0

  const start = async (api: Sent["api"]) => {
    const server = createServer((req, res) => {
      underWay += 1
      most = Math.max(most, underWay)
      let body = ""
      req.setEncoding("utf8")
      req.on("data", (text: string) => (body += text))
      req.on("end", () => {
        const request = { api, method: req.method ?? "", target: req.url ?? "", body }
        const json: unknown = body === "" ? undefined : JSON.parse(body)
        const one: ServedRequest = { ...request, headers: req.headers, json }
        requests.push(one)
        problems.push(...requestProblems(request))
        void Promise.resolve(say(one)).then(({ status = 200, headers = {}, body: answer, text }) => {
          underWay -= 1
          res.writeHead(status, { "content-type": "application/json; charset=UTF-8", ...headers })
          return res.end(text ?? (answer === undefined ? "" : JSON.stringify(answer)))
        })
      })
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    origins[api] = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : ""
  }
  beforeAll(() => Promise.all([start("data"), start("admin")]))
  beforeEach(() => {
    say = () => ({ body: {} })
    requests = []
    problems = []
    most = 0
  })
  afterEach(() => expect(problems).toEqual([]))
  afterAll(() => runtime.dispose())
  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })
  const client = async (settings: Partial<Settings> = {}, store?: BudgetStore): Promise<Analytics> =>
    promised(
      await runtime.runPromise(
        sharing(store)(
          make({
            dataAddress: Result.getOrThrow(BaseAddress.parse(origins.data)),
            adminAddress: Result.getOrThrow(BaseAddress.parse(origins.admin)),
            credential: Credential.bearer(Redacted.make(TOKEN)),
            ...settings
          })
        )
      ),
      asyncIterables
    )
  return {
    origins,
    token: TOKEN,
    /** An account at both services, as a runner has it. */
    account: () =>
      makeAccount({
        plugin: "analytics",
        name: "test",
        kind: accessToken,
        values: { access_token: TOKEN, data_base_url: origins.data, admin_base_url: origins.admin },
        revision: "1"
      }),
    runtime,
    client,
    answer: (saying: Say) => {
      say = saying
    },
    /** The requests of this test. */
    asked: () => requests,
    /** The body of the last request. */
    // oxlint-disable-next-line typescript/no-explicit-any -- as a test reads it
    body: (): any => requests.at(-1)?.json,
    /** Returns and clears the errors of this test's requests. For tests that send invalid requests. */
    problems: () => problems.splice(0),
    /** The most concurrent requests in this test. */
    most: () => most
  }
}

/** An error in the service's format. */
export const failure = (
  code: number,
  status: string,
  message: string,
  details: ReadonlyArray<object> = []
): ServedAnswer => ({
  status: code,
  body: { error: { code, message, status, ...(details.length > 0 && { details }) } }
})

const ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo"

/** An error detail with a reason. */
export const errorInfo = (reason: string, metadata: Readonly<Record<string, string>> = {}) => ({
  "@type": ERROR_INFO,
  reason,
  domain: "googleapis.com",
  metadata
})

/** A report in the service's format. */
export const report = (
  dimensions: ReadonlyArray<string>,
  metrics: ReadonlyArray<readonly [name: string, type: string]>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  more: object = {}
) => ({
  ...(dimensions.length > 0 && { dimensionHeaders: dimensions.map((name) => ({ name })) }),
  ...(metrics.length > 0 && { metricHeaders: metrics.map(([name, type]) => ({ name, type })) }),
  ...(rows.length > 0 && {
    rows: rows.map((row) => ({
      ...(dimensions.length > 0 && { dimensionValues: row.slice(0, dimensions.length).map((value) => ({ value })) }),
      ...(metrics.length > 0 && { metricValues: row.slice(dimensions.length).map((value) => ({ value })) })
    })),
    rowCount: rows.length
  }),
  metadata: { currencyCode: "AUD", timeZone: "Australia/Sydney" },
  kind: "analyticsData#runReport",
  ...more
})

/** Quota status: usage and remaining amounts. */
export const quota = (consumed: number, remaining: Partial<Record<string, number>> = {}) => ({
  propertyQuota: {
    tokensPerDay: { consumed, remaining: remaining["tokensPerDay"] ?? 199_000 },
    tokensPerHour: { consumed, remaining: remaining["tokensPerHour"] ?? 39_000 },
    concurrentRequests: { remaining: 10 },
    serverErrorsPerProjectPerHour: { remaining: remaining["serverErrors"] ?? 10 },
    potentiallyThresholdedRequestsPerHour: { remaining: remaining["thresholded"] ?? 120 },
    tokensPerProjectPerHour: { consumed, remaining: remaining["tokensPerProjectPerHour"] ?? 13_000 }
  }
})
