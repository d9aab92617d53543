/**
 * Deliveries of the code host taken in: verified, kept on the disk, answered. Beside `@octokit/webhooks` and `probot`, which
 * verify and parse them and keep nothing. The hub reads what it took meanwhile.
 */
import { readFileSync } from "node:fs"

import type { Benchmark } from "../benchmark.ts"
import { median } from "../quantiles.ts"
import { measure, throughputRatio, type Contender } from "../rounds.ts"
import { startInlay } from "../servers/inlay-serve.ts"
import { startServer } from "../servers/start.ts"
import { makeSender, PLACE, WEBHOOK_SECRET } from "../webhooks.ts"

const CONNECTIONS = 50
const OURS = "inlay serve"
const MIDDLEWARE = "@octokit/webhooks"
const PROBOT = "probot"
const PARTS = 5

/** Resident memory, MiB. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024

const hookOf = async (origin: string, token: string) => {
  const response = await fetch(`${origin}/api/hooks`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ account: "codehost/env", place: PLACE })
  })
  if (!response.ok) throw new Error(`no hook: ${response.status} ${await response.text()}`)
  const hook = (await response.json()) as { readonly id: string; readonly secret: string }
  return { url: new URL(`/webhooks/${hook.id}`, origin), secret: hook.secret }
}

export const benchmark: Benchmark = {
  title: "webhook ingest",
  run: async ({ quick }) => {
    const [rounds, sliceMillis, deliveries] = quick ? [2, 400, 2_000] : [9, 3_000, 100_000]
    const codehost = await startServer<{ readonly env: Readonly<Record<string, string>> }>("codehost")
    const octokit = await startServer<{ readonly origin: string }>("octokit-webhooks")
    const probot = await startServer<{ readonly origin: string }>("probot")
    const hub = await startInlay(codehost.ready.env, { manages: true })
    const peer = ({ origin }: { readonly origin: string }) =>
      makeSender({ url: new URL("/webhooks", origin), secret: WEBHOOK_SECRET }, CONNECTIONS)
    const ours = makeSender(await hookOf(hub.origin, hub.token), CONNECTIONS)
    const senders = new Map([
      [OURS, ours],
      [MIDDLEWARE, peer(octokit.ready)],
      [PROBOT, peer(probot.ready)]
    ])
    const contenders = [...senders].map(([name, { until }]): Contender => ({ name, work: until }))
    const memory: Array<number> = []
    try {
      const samples = await measure(contenders, { rounds, sliceMillis, warmUp: quick ? 1 : 2 })
      for (let part = 0; part < PARTS; part++) {
        await ours.times(deliveries / PARTS)
        memory.push(memoryOf(hub.pid))
      }
      return {
        conditions: `${rounds} rounds of ${sliceMillis} ms each, ${CONNECTIONS} connections, published payloads of one repository; then ${deliveries} deliveries`,
        measures: [...samples].map(([contender, all]) => ({
          setting: "deliveries",
          contender,
          values: { "taken/s": median(all.map(({ perSecond }) => perSecond)) }
        })),
        figures: [
          throughputRatio(`deliveries/s over ${PROBOT}`, samples, OURS, PROBOT, { atLeast: 1 }),
          throughputRatio(`deliveries/s over ${MIDDLEWARE}`, samples, OURS, MIDDLEWARE, { atLeast: 0.65 }),
          {
            name: "memory after the last fifth over the first",
            value: (memory.at(-1) ?? Number.NaN) / (memory[0] ?? Number.NaN),
            wanted: { atMost: 1.2 }
          }
        ]
      }
    } finally {
      for (const { close } of senders.values()) close()
      await Promise.all([hub.close(), octokit.close(), probot.close(), codehost.close()])
    }
  }
}
