/**
 * Lookups answered by the cache, without requests: how many a second, and whether memory grows with them. Measured with
 * the Effect client inside one program, and with the promise client.
 */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import * as Node from "@inlay/core-http/node"
import * as Spend from "@inlay/core-http/Spend"
import { defaults, make } from "@inlay/salesdata/client"
import { createSalesData } from "@inlay/salesdata/promise"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { Benchmark } from "../benchmark.ts"
import { median, spread } from "../quantiles.ts"
import { startServer, type Account } from "../servers/start.ts"

const PEOPLE = 50
const BATCHES = 10
/**
 * With a heap of some 25 MiB, this is about a byte for each of a million lookups. Anything retained for a lookup would
 * be more.
 */
const FLAT = 1.05

interface Contender {
  readonly name: string
  /** Looks up `count` people in turn. Fails if the cache does not answer and `mayBuy` is false. */
  readonly lookups: (urls: ReadonlyArray<string>, count: number, mayBuy: boolean) => Promise<void>
}

interface MeasuredClient {
  readonly name: string
  readonly rates: ReadonlyArray<number>
  readonly cpuMicros: ReadonlyArray<number>
  /** Before the first batch and after each batch. */
  readonly heapMiB: ReadonlyArray<number>
  readonly rssMiB: number
}

/** The heap in use after garbage collection. */
const heapMiB = (): number => {
  if (globalThis.gc === undefined) throw new Error("run with --expose-gc")
  globalThis.gc()
  globalThis.gc()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const check = (fromCache: boolean, mayBuy: boolean): void => {
  if (!fromCache && !mayBuy) throw new Error("a lookup was not answered from the cache")
}

const promiseClient = (account: Account): Contender => {
  const client = createSalesData(account)
  return {
    name: "promise client",
    lookups: async (urls, count, mayBuy) => {
      for (let i = 0; i < count; i++) {
        const { fromCache } = await client.people.enrich({ profilenet_url: urls[i % urls.length] ?? "" })
        check(fromCache, mayBuy)
      }
    }
  }
}

const effectClient = async ({ baseUrl, apiKey }: Account): Promise<Contender> => {
  const runtime = ManagedRuntime.make(Layer.merge(Node.layer, Spend.layerMemory("bench")))
  const client = await runtime.runPromise(
    make({
      ...defaults,
      baseAddress: Result.getOrThrow(BaseAddress.parse(baseUrl)),
      credential: Credential.bearer(Redacted.make(apiKey)),
      scope: "bench",
      profileSites: [new URL(baseUrl).host]
    })
  )
  return {
    name: "Effect client, spans off",
    lookups: (urls, count, mayBuy) => {
      let i = 0
      const all = Effect.whileLoop({
        while: () => i < count,
        body: () => client.people.enrich({ profilenet_url: urls[i++ % urls.length] ?? "" }),
        step: ({ fromCache }) => check(fromCache, mayBuy)
      })
      return Effect.runPromise(Effect.withTracerEnabled(all, false))
    }
  }
}

/** Profile addresses of people that the sandbox knows. */
const profileUrls = async (account: Account): Promise<ReadonlyArray<string>> => {
  const { people } = await createSalesData(account).people.search({ location: "NSW", extra: { limit: 2 * PEOPLE } })
  const urls = people.flatMap(({ profileUrl }) => profileUrl ?? []).slice(0, PEOPLE)
  if (urls.length < PEOPLE) throw new Error(`the sandbox has ${urls.length} people, not ${PEOPLE}`)
  return urls
}

const measure = async (
  { name, lookups }: Contender,
  urls: ReadonlyArray<string>,
  each: number
): Promise<MeasuredClient> => {
  await lookups(urls, PEOPLE, true)
  // Not measured: compiles the code and fills caches.
  await lookups(urls, each, false)
  const samples = { name, rates: new Array<number>(), cpuMicros: new Array<number>(), heapMiB: [heapMiB()] }
  for (let batch = 0; batch < BATCHES; batch++) {
    const startMillis = performance.now()
    const before = process.cpuUsage()
    await lookups(urls, each, false)
    const { user, system } = process.cpuUsage(before)
    samples.rates.push((each / (performance.now() - startMillis)) * 1000)
    samples.cpuMicros.push((user + system) / each)
    samples.heapMiB.push(heapMiB())
  }
  return { ...samples, rssMiB: process.memoryUsage.rss() / 2 ** 20 }
}

const at = ({ heapMiB: heaps }: MeasuredClient, share: number): number =>
  heaps[Math.round((heaps.length - 1) * share)] ?? Number.NaN

export const benchmark: Benchmark = {
  title: "cached lookup",
  run: async ({ quick }) => {
    const server = await startServer("salesdata")
    const urls = await profileUrls(server.ready)
    const each = (quick ? 5_000 : 1_000_000) / BATCHES
    const measurement = [
      await measure(await effectClient(server.ready), urls, each),
      await measure(promiseClient(server.ready), urls, each)
    ]
    await server.close()
    return {
      conditions: `${BATCHES} batches of ${each.toLocaleString("en")} lookups of ${PEOPLE} people, one at a time; heap and RSS in MiB`,
      measures: measurement.map((one) => ({
        setting: "people.enrich",
        contender: one.name,
        values: {
          "CPU us": median(one.cpuMicros),
          "lookups/s": median(one.rates),
          "heap first": at(one, 0),
          middle: at(one, 0.5),
          last: at(one, 1),
          RSS: one.rssMiB
        }
      })),
      figures: measurement.flatMap((one) => [
        spread(`${one.name}: lookups/s`, one.rates, { atLeast: 50_000 }),
        { name: `${one.name}: heap last / first`, value: at(one, 1) / at(one, 0), wanted: { atMost: FLAT } }
      ])
    }
  }
}
