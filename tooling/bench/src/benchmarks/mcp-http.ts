/**
 * A tool call over MCP and HTTP that the hub answers by calling a provider, compared with the provider's own response
 * to the same request and with a server on the official MCP package that calls nobody. One at a time, and 50 at once.
 */
import { Agent, request } from "node:http"

import type { Benchmark } from "../benchmark.ts"
import { median, spread } from "../quantiles.ts"
import { differences, inRounds, samplesOf } from "../rounds.ts"
import { startInlay } from "../servers/inlay-serve.ts"
import { startServer } from "../servers/start.ts"

const AT_ONCE = 50
const META = "io.modelcontextprotocol/"
const TOOL = "codehost_api_call"

interface Contender {
  readonly name: string
  readonly once: (agent: Agent) => Promise<void>
}

interface Sample {
  readonly millis: number
  readonly perSecond: number
}

/** Runs with connections of its own. Servers close connections that are idle while others are measured. */
const connected = async <A>(use: (agent: Agent) => Promise<A>): Promise<A> => {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  try {
    return await use(agent)
  } finally {
    agent.destroy()
  }
}

const send = (agent: Agent, url: URL, headers: Readonly<Record<string, string>>, body?: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method: body === undefined ? "GET" : "POST", headers })
    outgoing.once("error", reject)
    outgoing.once("response", (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (part: string) => (text += part))
      response.once("end", () => {
        const isRight = response.statusCode === 200 && text.includes("after a restart") && !text.includes("isError")
        if (isRight) resolve()
        else reject(new Error(`${url.pathname} answered ${response.statusCode}: ${text.slice(0, 200)}`))
      })
    })
    outgoing.end(body)
  })

const provider = (origin: string): Contender => ({
  name: "the provider itself",
  once: (agent) => send(agent, new URL("/repos/owner/name/issues/1", origin), {})
})

/** Each call is for a different record than the last, so that none is answered from a cache. */
const mcp = (name: string, origin: string, token: string): Contender => {
  const url = new URL("/mcp", origin)
  let n = 0
  return {
    name,
    once: (agent) => {
      const body = JSON.stringify({
        jsonrpc: "2.0",
        id: ++n,
        method: "tools/call",
        params: {
          name: TOOL,
          arguments: { method: "GET", endpoint: `/repos/owner/name/issues/${n}` },
          _meta: {
            [`${META}protocolVersion`]: "2026-07-28",
            [`${META}clientInfo`]: { name: "bench", version: "1" },
            [`${META}clientCapabilities`]: {}
          }
        }
      })
      return send(
        agent,
        url,
        {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(body)),
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": TOOL
        },
        body
      )
    }
  }
}

const oneByOne = async ({ once }: Contender, agent: Agent, calls: number): Promise<number> => {
  const times: Array<number> = []
  for (let call = 0; call < calls; call++) {
    const startMillis = performance.now()
    await once(agent)
    times.push(performance.now() - startMillis)
  }
  return median(times)
}

const atOnce = async ({ once }: Contender, agent: Agent, millis: number): Promise<number> => {
  let count = 0
  const startMillis = performance.now()
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (performance.now() - startMillis < millis) {
      await once(agent)
      count++
    }
  })
  await Promise.all(workers)
  return (count / (performance.now() - startMillis)) * 1000
}

const measure = async (contender: Contender, calls: number, millis: number): Promise<Sample> => ({
  millis: await connected((agent) => oneByOne(contender, agent, calls)),
  perSecond: await connected((agent) => atOnce(contender, agent, millis))
})

export const benchmark: Benchmark = {
  title: "mcp http",
  run: async ({ quick }) => {
    const [rounds, calls, millis] = quick ? [2, 100, 500] : [9, 300, 2_000]
    const records = await startServer("records")
    const bare = await startServer("bare-mcp")
    const hub = await startInlay({
      INLAY_CODEHOST_BASE_URL: records.ready.origin,
      INLAY_CODEHOST_TOKEN: "not-a-secret"
    })
    const ours = mcp("inlay serve", hub.origin, hub.token)
    const peer = provider(records.ready.origin)
    const contenders = [peer, mcp("official server alone", bare.ready.origin, "none"), ours]
    try {
      const samples = await inRounds(contenders, { rounds, warmUp: 1 }, (contender) =>
        measure(contender, calls, millis)
      )
      const of = (name: string, figure: keyof Sample) => samplesOf(samples, name).map((sample) => sample[figure])
      return {
        conditions: `${rounds} rounds of ${calls} calls one after another, then ${AT_ONCE} at once for ${millis} ms`,
        measures: contenders.map(({ name }) => ({
          setting: "tools/call",
          contender: name,
          values: {
            "ms, sequential": median(of(name, "millis")),
            "calls/s, 50 at once": median(of(name, "perSecond"))
          }
        })),
        figures: [
          spread("ms above the provider's own answer", differences(of(ours.name, "millis"), of(peer.name, "millis")), {
            atMost: 1.5
          }),
          spread("calls/s at 50 connections", of(ours.name, "perSecond"), { atLeast: 500 })
        ]
      }
    } finally {
      await Promise.all([hub.close(), bare.close(), records.close()])
    }
  }
}
