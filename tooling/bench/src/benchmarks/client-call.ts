/**
 * What a call of core-http's client costs in addition to the request itself: guard, key, budget, retry, time limit,
 * bounded body, JSON, redaction, schema. Nothing is purchased, and spans are off. `fetch` and undici only make the
 * request and run `JSON.parse`; `octokit` is a comparable client, with its default throttling and retry.
 */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Budget from "@inlay/core-http/Budget"
import * as Client from "@inlay/core-http/Client"
import * as Credential from "@inlay/core-http/Credential"
import * as Node from "@inlay/core-http/node"
import * as Spend from "@inlay/core-http/Spend"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Octokit } from "octokit"
import { request } from "undici"

import type { Benchmark } from "../benchmark.ts"
import { Record, record } from "../record.ts"
import { startServer } from "../servers/start.ts"
import { cpuRatio, measure, medians, throughputRatio, type Contender } from "../slices.ts"

const KEY = "a-key-of-usual-length-0123456789"
/** Each call is for a different record than the last, so that caching an address gains nothing. */
const RECORDS = 1_000
const AT_ONCE = 50

const OURS = "inlay client"
const PROMISED = "inlay client, a promise a call"
const FETCH = "fetch + JSON.parse"
const UNDICI = "undici.request + JSON.parse"
const OCTOKIT = "octokit"

/** Runs without spans. */
const run = Effect.runPromiseWith(Context.make(References.TracerEnabled, false))

const makeClient = (origin: string) =>
  Client.make({
    provider: "bench",
    baseAddress: Result.getOrThrow(BaseAddress.parse(origin)),
    pathStyle: "leading-slash",
    credential: Credential.bearer(Redacted.make(KEY)),
    budget: Budget.make({ concurrency: 64 }),
    failureOf: (answer) => Client.reasonOfStatus(answer)
  })

const paths = () => {
  let n = 0
  return () => `/repos/owner/name/issues/${(n++ % RECORDS) + 1}`
}

/** `count` workers, each of which makes the next request as soon as it has its response. */
const promises = async (count: number, once: () => Promise<unknown>, deadline: number): Promise<number> => {
  let doneCount = 0
  const worker = async () => {
    while (performance.now() < deadline) {
      await once()
      doneCount += 1
    }
  }
  await Promise.all(Array.from({ length: count }, worker))
  return doneCount
}

const effects = (count: number, once: Effect.Effect<unknown, unknown>, deadline: number) =>
  Effect.gen(function* () {
    let doneCount = 0
    const countedCall = Effect.map(once, () => {
      doneCount += 1
    })
    const worker = Effect.whileLoop({
      while: () => performance.now() < deadline,
      body: () => countedCall,
      step: () => {}
    })
    yield* count === 1
      ? worker
      : Effect.forEach(Array.from({ length: count }), () => worker, { concurrency: "unbounded", discard: true })
    return doneCount
  })

export const benchmark: Benchmark = {
  title: "client call",
  run: async ({ quick }) => {
    const server = await startServer("records")
    const { origin } = server.ready
    const runtime = ManagedRuntime.make(Layer.merge(Node.layer, Spend.layerMemory("bench")))
    const client = await runtime.runPromise(makeClient(origin))
    const decode = Schema.decodeUnknownEffect(Record)
    const path = paths()
    const call = Effect.suspend(() => client.call({ operation: "readRecord", method: "GET", endpoint: path() })).pipe(
      Effect.flatMap(({ body }) => decode(body))
    )
    const headers = { accept: "application/json", authorization: `Bearer ${KEY}` }
    const url = () => origin + path()
    const octokit = new Octokit({ baseUrl: origin, auth: KEY })
    const contendersFor = (count: number): ReadonlyArray<Contender> => [
      {
        name: FETCH,
        work: (until) => promises(count, async () => JSON.parse(await (await fetch(url(), { headers })).text()), until)
      },
      {
        name: UNDICI,
        work: (until) =>
          promises(count, async () => JSON.parse(await (await request(url(), { headers })).body.text()), until)
      },
      { name: OURS, work: (until) => run(effects(count, call, until)) },
      { name: PROMISED, work: (until) => promises(count, () => run(call), until) },
      { name: OCTOKIT, work: (until) => promises(count, () => octokit.request(`GET ${path()}`), until) }
    ]
    const rounds = quick ? 3 : 9
    const sliceMillis = quick ? 80 : 300
    const names = [FETCH, UNDICI, OURS, PROMISED, OCTOKIT]
    const alone = await measure(contendersFor(1), { rounds, sliceMillis })
    const together = await measure(contendersFor(AT_ONCE), { rounds, sliceMillis })
    await runtime.dispose()
    await server.close()
    return {
      conditions: `GET of ${JSON.stringify(record).length} bytes of JSON over loopback, spans off; ${rounds} rounds of ${sliceMillis} ms`,
      measures: [
        ...names.map((contender) => ({ setting: "one at a time", contender, sample: medians(alone, contender) })),
        ...names.map((contender) => ({
          setting: `${AT_ONCE} at once`,
          contender,
          sample: medians(together, contender)
        }))
      ].map(({ setting, contender, sample }) => ({
        setting,
        contender,
        values: { "CPU us": sample.cpuMicros, "requests/s": sample.perSecond }
      })),
      figures: [
        cpuRatio("CPU / fetch, one at a time", alone, OURS, FETCH, { atMost: 1 }),
        cpuRatio("CPU / undici.request, one at a time", alone, OURS, UNDICI, { atMost: 2 }),
        cpuRatio(`CPU / fetch, ${AT_ONCE} at once`, together, OURS, FETCH, { atMost: 1 }),
        cpuRatio(`CPU / undici.request, ${AT_ONCE} at once`, together, OURS, UNDICI),
        throughputRatio("requests/s / octokit, one at a time", alone, OURS, OCTOKIT, { atLeast: 20 }),
        throughputRatio(`requests/s / octokit, ${AT_ONCE} at once`, together, OURS, OCTOKIT),
        cpuRatio("a promise a call: CPU / fetch, one at a time", alone, PROMISED, FETCH),
        cpuRatio(`a promise a call: CPU / fetch, ${AT_ONCE} at once`, together, PROMISED, FETCH)
      ]
    }
  }
}
