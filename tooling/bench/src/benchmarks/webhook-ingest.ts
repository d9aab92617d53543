/**
 * Deliveries of the code host verified, stored on disk and answered, compared with `@octokit/webhooks` and `probot`,
 * which verify and parse deliveries but store nothing. The hub processes its deliveries later: in the rounds after the
 * load, before another contender's turn; in the long run that follows, also while more arrive.
 */
import type { Benchmark } from "../benchmark.ts"
import { idle, memoryOf } from "../process-figures.ts"
import { median, quantile } from "../quantiles.ts"
import { hookOf } from "../servers/code-host-hook.ts"
import { startInlay } from "../servers/inlay-serve.ts"
import { startServer } from "../servers/start.ts"
import { measure, throughputRatio, type Contender } from "../slices.ts"
import { makeSender, WEBHOOK_SECRET } from "../webhooks.ts"

const CONNECTIONS = 50
const OURS = "inlay serve"
const MIDDLEWARE = "@octokit/webhooks"
const PROBOT = "probot"
const PARTS = 5

export const benchmark: Benchmark = {
  title: "webhook ingest",
  run: async ({ quick }) => {
    const [rounds, sliceMillis, deliveries] = quick ? [2, 400, 2_000] : [9, 3_000, 100_000]
    const codehost = await startServer("codehost")
    const octokit = await startServer("octokit-webhooks")
    const probot = await startServer("probot")
    const hub = await startInlay(codehost.ready.env, { manages: true })
    const peer = ({ origin }: { readonly origin: string }) =>
      makeSender({ url: new URL("/webhooks", origin), secret: WEBHOOK_SECRET }, CONNECTIONS)
    const ours = makeSender(await hookOf(hub), CONNECTIONS)
    const senders = new Map([
      [OURS, ours],
      [MIDDLEWARE, peer(octokit.ready)],
      [PROBOT, peer(probot.ready)]
    ])
    const answers = new Map<string, Array<number>>([...senders.keys()].map((name) => [name, []]))
    const contenders = [...senders].map(([name, sender]): Contender => ({
      name,
      prepare: () => idle(hub.pid),
      work: async (deadline) => {
        const count = await sender.until(deadline)
        answers.get(name)?.push(quantile(sender.answers(), 0.99))
        return count
      }
    }))
    const memory: Array<number> = []
    try {
      await hub.longestBlock()
      const samples = await measure(contenders, { rounds, sliceMillis, warmUp: quick ? 1 : 2 })
      await idle(hub.pid)
      const startMillis = performance.now()
      for (let part = 0; part < PARTS; part++) {
        await ours.times(deliveries / PARTS)
        memory.push(memoryOf(hub.pid))
      }
      const longRunSeconds = (performance.now() - startMillis) / 1000
      await idle(hub.pid)
      const untilReadSeconds = (performance.now() - startMillis) / 1000
      return {
        conditions: `${rounds} rounds of ${sliceMillis} ms each, ${CONNECTIONS} connections, published payloads of one repository; then ${deliveries} deliveries`,
        measures: [...samples].map(([contender, all]) => ({
          setting: "deliveries",
          contender,
          values: {
            "taken/s": median(all.map(({ perSecond }) => perSecond)),
            "p99 of answers, ms": median(answers.get(contender) ?? [])
          }
        })),
        figures: [
          throughputRatio(`deliveries/s over ${PROBOT}`, samples, OURS, PROBOT, { atLeast: 1 }),
          throughputRatio(`deliveries/s over ${MIDDLEWARE}`, samples, OURS, MIDDLEWARE, { atLeast: 0.65 }),
          { name: "received/s in the long run, while reading", value: deliveries / longRunSeconds },
          { name: "received and read/s in the long run", value: deliveries / untilReadSeconds },
          {
            name: "longest time the hub's event loop was blocked, ms",
            value: await hub.longestBlock(),
            wanted: { atMost: 50 }
          },
          {
            name: "memory: last fifth / first fifth",
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
