import { make } from "@inlay/codehost/client"
/**
 * A whole list of 5,000 issues, page after page: the code host's client as a stream, `octokit.paginate` as `octokit` comes,
 * and `@octokit/core` with its paginate plugin alone. Requests are counted by the server, memory is read while streaming.
 */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import * as Ledger from "@inlay/core-http/Ledger"
import * as LookupCache from "@inlay/core-http/LookupCache"
import * as Node from "@inlay/core-http/node"
import { Spend } from "@inlay/core-http/Spend"
import { Octokit as Core } from "@octokit/core"
import { paginateRest } from "@octokit/plugin-paginate-rest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { Octokit } from "octokit"

import type { Benchmark } from "../benchmark.ts"
import { cpuRatio, measure, medians, throughputRatio, type Contender } from "../rounds.ts"
import { startServer } from "../servers/start.ts"

const KEY = "a-key-of-usual-length-0123456789"
const ISSUES = 5_000
const REPOSITORY = { owner: "acme", repo: "widgets" }
const QUERY = { ...REPOSITORY, state: "open", per_page: 100 } as const

const OURS = "inlay codehost, a stream"
const ONE_BY_ONE = "inlay codehost, no page ahead"
const OCTOKIT = "octokit.paginate"
const CORE = "@octokit/core + paginate"

const run = Effect.runPromiseWith(Context.make(References.TracerEnabled, false))

/** One list for each operation, until the deadline has passed. */
const lists =
  (read: () => Promise<number>): Contender["work"] =>
  async (deadline) => {
    let done = 0
    do {
      const count = await read()
      if (count !== ISSUES) throw new Error(`${count} issues were read, not ${ISSUES}`)
      done += 1
    } while (performance.now() < deadline)
    return done
  }

const heapMiB = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}

export const benchmark: Benchmark = {
  title: "paging",
  run: async ({ quick }) => {
    const server = await startServer<{ readonly origin: string }>("issues")
    const { origin } = server.ready
    const requests = async () => Number(await (await fetch(`${origin}/requests`)).text())
    const stores = Layer.mergeAll(Ledger.layerMemory, LookupCache.layerMemory)
    const runtime = ManagedRuntime.make(Layer.merge(Node.layer, Layer.provide(Spend.layer("bench"), stores)))
    const clientOf = (pagesAhead?: number) =>
      runtime.runPromise(
        make({
          baseAddress: Result.getOrThrow(BaseAddress.parse(origin)),
          credential: Credential.bearer(Redacted.make(KEY)),
          ...(pagesAhead !== undefined && { pagesAhead })
        })
      )
    const [client, oneByOne] = [await clientOf(), await clientOf(0)]
    const stream = (from: typeof client) => run(Stream.runCount(from.issues.list(QUERY).items))
    const octokit = new Octokit({ baseUrl: origin, auth: KEY })
    const core = new (Core.plugin(paginateRest))({ baseUrl: origin, auth: KEY })

    const before = await requests()
    await stream(client)
    const asked = (await requests()) - before
    let peak = 0
    let seen = 0
    const start = heapMiB()
    await run(
      Stream.runForEach(client.issues.list(QUERY).items, () =>
        Effect.sync(() => {
          seen += 1
          if (seen % 500 === 0) peak = Math.max(peak, heapMiB())
        })
      )
    )

    const contenders: ReadonlyArray<Contender> = [
      { name: OURS, work: lists(() => stream(client)) },
      { name: ONE_BY_ONE, work: lists(() => stream(oneByOne)) },
      {
        name: CORE,
        work: lists(async () => (await core.paginate("GET /repos/{owner}/{repo}/issues", QUERY)).length)
      },
      {
        name: OCTOKIT,
        work: lists(async () => (await octokit.paginate("GET /repos/{owner}/{repo}/issues", QUERY)).length)
      }
    ]
    const rounds = quick ? 2 : 7
    const samples = await measure(contenders, { rounds, sliceMillis: quick ? 100 : 500 })
    await runtime.dispose()
    await server.close()
    return {
      conditions: `${ISSUES} issues, 100 a page, over loopback, spans off; ${rounds} rounds, at least one whole list each`,
      measures: contenders.map(({ name }) => {
        const { cpuMicros, perSecond } = medians(samples, name)
        return {
          setting: "the whole list",
          contender: name,
          values: { "CPU ms": cpuMicros / 1000, "lists/s": perSecond }
        }
      }),
      figures: [
        { name: "requests for a list", value: asked, wanted: { atMost: ISSUES / 100 } },
        { name: "heap while streaming, MiB above the start", value: peak - start },
        throughputRatio("lists/s / octokit.paginate", samples, OURS, OCTOKIT, { atLeast: 5 }),
        throughputRatio("lists/s / @octokit/core + paginate", samples, OURS, CORE, { atLeast: 1.3 }),
        throughputRatio("no page ahead: lists/s / @octokit/core + paginate", samples, ONE_BY_ONE, CORE),
        cpuRatio("CPU / @octokit/core + paginate", samples, OURS, CORE)
      ]
    }
  }
}
