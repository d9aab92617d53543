/**
 * A complete list of 5,000 issues, page after page: the code host's client as a stream, `octokit.paginate` with
 * `octokit`'s defaults, and only `@octokit/core` with its paginate plugin. The server counts requests, and memory is
 * read while streaming. If the links between pages are cursors, no client can fetch ahead; that is measured separately.
 */
import { make } from "@inlay/codehost/client"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import * as Node from "@inlay/core-http/node"
import { Octokit as Core } from "@octokit/core"
import { paginateRest } from "@octokit/plugin-paginate-rest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { Octokit } from "octokit"

import type { Benchmark } from "../benchmark.ts"
import { startServer } from "../servers/start.ts"
import { cpuRatio, measure, medians, throughputRatio, type Contender, type Slices } from "../slices.ts"

const KEY = "a-key-of-usual-length-0123456789"
const ISSUES = 5_000
const REPOSITORY = { owner: "acme", repo: "widgets" }
const QUERY = { ...REPOSITORY, state: "open", per_page: 100 } as const

const OURS = "inlay codehost, a stream"
const ONE_BY_ONE = "inlay codehost, no page ahead"
const OCTOKIT = "octokit.paginate"
const CORE = "@octokit/core + paginate"

const run = Effect.runPromiseWith(Context.make(References.TracerEnabled, false))

/** Reads lists, one per operation, until the deadline has passed. */
const lists =
  (read: () => Promise<number>): Contender["work"] =>
  async (deadline) => {
    let doneCount = 0
    do {
      const count = await read()
      if (count !== ISSUES) throw new Error(`${count} issues were read, not ${ISSUES}`)
      doneCount += 1
    } while (performance.now() < deadline)
    return doneCount
  }

const heapMiB = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const measuresOf = (setting: string, samples: Slices) =>
  [...samples.keys()].map((contender) => {
    const { cpuMicros, perSecond } = medians(samples, contender)
    return { setting, contender, values: { "CPU ms": cpuMicros / 1000, "lists/s": perSecond } }
  })

export const benchmark: Benchmark = {
  title: "paging",
  run: async ({ quick }) => {
    const server = await startServer("issues")
    const { origin } = server.ready
    const requests = async () => Number(await (await fetch(`${origin}/requests`)).text())
    const runtime = ManagedRuntime.make(Node.layer)
    const clientOf = (address: string, pagesAhead?: number) =>
      runtime.runPromise(
        make({
          baseAddress: Result.getOrThrow(BaseAddress.parse(address)),
          credential: Credential.bearer(Redacted.make(KEY)),
          ...(pagesAhead !== undefined && { pagesAhead })
        })
      )
    const client = await clientOf(origin)
    const oneByOne = await clientOf(origin, 0)
    const stream = (from: typeof client) => run(Stream.runCount(from.issues.list(QUERY).items))

    const before = await requests()
    await stream(client)
    const requestCount = (await requests()) - before
    let peak = 0
    let itemCount = 0
    const start = heapMiB()
    await run(
      Stream.runForEach(client.issues.list(QUERY).items, () =>
        Effect.sync(() => {
          itemCount += 1
          if (itemCount % 500 === 0) peak = Math.max(peak, heapMiB())
        })
      )
    )

    const peers = (baseUrl: string): ReadonlyArray<Contender> => {
      const octokit = new Octokit({ baseUrl, auth: KEY })
      const core = new (Core.plugin(paginateRest))({ baseUrl, auth: KEY })
      const endpoint = "GET /repos/{owner}/{repo}/issues"
      return [
        { name: CORE, work: lists(async () => (await core.paginate(endpoint, QUERY)).length) },
        { name: OCTOKIT, work: lists(async () => (await octokit.paginate(endpoint, QUERY)).length) }
      ]
    }
    const rounds = quick ? 2 : 7
    const measureAll = (contenders: ReadonlyArray<Contender>) =>
      measure(contenders, { rounds, sliceMillis: quick ? 100 : 500 })
    const samples = await measureAll([
      { name: OURS, work: lists(() => stream(client)) },
      { name: ONE_BY_ONE, work: lists(() => stream(oneByOne)) },
      ...peers(origin)
    ])
    const byCursor = await clientOf(`${origin}/by-cursor`)
    const cursorSamples = await measureAll([
      { name: OURS, work: lists(() => stream(byCursor)) },
      ...peers(`${origin}/by-cursor`)
    ])
    await runtime.dispose()
    await server.close()
    return {
      conditions: `${ISSUES} issues, 100 a page, over loopback, spans off; ${rounds} rounds, at least one whole list each`,
      measures: [...measuresOf("the whole list", samples), ...measuresOf("the whole list, by cursors", cursorSamples)],
      figures: [
        { name: "requests for a list", value: requestCount, wanted: { atMost: ISSUES / 100 } },
        { name: "heap while streaming, MiB above the start", value: peak - start },
        throughputRatio("lists/s / octokit.paginate", samples, OURS, OCTOKIT, { atLeast: 5 }),
        throughputRatio("lists/s / @octokit/core + paginate", samples, OURS, CORE, { atLeast: 1.6 }),
        throughputRatio("no page ahead: lists/s / @octokit/core + paginate", samples, ONE_BY_ONE, CORE),
        cpuRatio("CPU / @octokit/core + paginate", samples, OURS, CORE),
        throughputRatio("cursors: lists/s / octokit.paginate", cursorSamples, OURS, OCTOKIT),
        throughputRatio("cursors: lists/s / @octokit/core + paginate", cursorSamples, OURS, CORE),
        cpuRatio("cursors: CPU / @octokit/core + paginate", cursorSamples, OURS, CORE)
      ]
    }
  }
}
