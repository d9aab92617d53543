/** Runs over the API that report progress and stop if the client disconnects; outputs as cards. */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it, vi } from "vitest"

import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { runs, slowPlugin } from "../../testing/mcp/slow-plugin.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
const drawn = { title: "Rows", subtitle: "", notices: [], sections: [], fetchedAt: "", fromCache: false }
const plugin: Plugin = {
  ...slowPlugin,
  // A quota is no charge that somebody would have to check.
  toolSteps: slowPlugin.toolSteps.map((step) => ({ ...step, cost: { unit: "quota", upTo: null, note: "" } })),
  cards: {
    slow_count: ({ rows }: { readonly rows: number }, fetchedAt: string) => ({ ...drawn, title: `${rows}`, fetchedAt }),
    slow_wait: () => {
      throw new Error("an output that nothing can be drawn of")
    }
  }
}
let hub: RunningHub
let token: string

beforeAll(async () => {
  vi.stubEnv("INLAY_SLOW_WORD", "any")
  hub = await startHub(directory(), { plugins: [plugin] })
  token = await hub.token({ manages: true })
})
afterAll(async () => {
  // Other test files share the plugin, and their runs must wait again.
  runs.gate = Deferred.makeUnsafe()
  vi.unstubAllEnvs()
  await hub.close()
})

const accept = "application/x-ndjson"
const run = (tool: string, body: object, headers = {}) =>
  hub.call("POST", `/api/tools/${tool}/runs`, { token, body, headers })

const lines = (text: string): ReadonlyArray<unknown> =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown)

it("reports each step of progress, and the output at the end", async () => {
  const { status, headers, text } = await run("slow_count", { input: { rows: 2 } }, { accept })
  // A proxy such as nginx would otherwise hold the progress back until the end.
  expect([status, headers.get("content-type"), headers.get("x-accel-buffering")]).toEqual([200, accept, "no"])
  expect(lines(text)).toEqual([
    { progress: { done: 1, total: 2, text: "row 1" } },
    { progress: { done: 2, total: 2, text: "row 2" } },
    { output: { rows: 2 } }
  ])
})

it("says where a tool's field belongs, and what a body takes", async () => {
  const { status, json } = await run("slow_count", { rows: 2, input: { rows: 2 }, timeoutSeconds: "5" })
  expect([status, json.error.fields]).toEqual([
    400,
    [
      {
        field: "rows",
        message:
          "is not a field of this body, which takes input, account, unknownCharge, refresh, maxCredits, timeoutSeconds, card. The fields of a tool belong in input"
      },
      { field: "timeoutSeconds", message: "must be a number" }
    ]
  ])
  const nested = await run("slow_count", { input: { rows: 2, colums: 1 } })
  expect(nested.json.error.fields[0].message).toMatch(/^is not a field of this (input|step)/)
})

it("answers one that fails before any progress with the status of the failure, streamed or not", async () => {
  for (const [tool, input, expected] of [
    ["slow_count", { rows: "many" }, [400, "Invalid"]],
    ["slow_cuont", { rows: 1 }, [404, "NotFound"]]
  ] as const) {
    for (const headers of [{ accept }, {}]) {
      const { status, json } = await run(tool, { input }, headers)
      expect([tool, headers, status, json.error?.reason]).toEqual([tool, headers, ...expected])
    }
  }
  const { json: audit } = await hub.call("GET", "/api/runs?limit=1", { token })
  expect(audit.items[0]).toMatchObject({ tool: "slow_count", outcome: "Invalid" })
})

it("ends with the error of one that fails later", async () => {
  const { status, text } = await run("slow_count", { input: { rows: -1 } }, { accept })
  expect(status).toBe(200)
  expect(lines(text)).toEqual([
    { progress: { done: 1 } },
    { error: expect.objectContaining({ reason: "Unavailable", message: expect.any(String) }) }
  ])
})

it("answers in one piece without progress", async () => {
  expect((await run("slow_count", { input: { rows: 1 } })).json).toEqual({ output: { rows: 1 } })
})

it("returns the output's card on request, if it has one", async () => {
  const { json } = await run("slow_count", { input: { rows: 3 }, card: true })
  expect(json).toMatchObject({
    output: { rows: 3 },
    card: { title: "3", fetchedAt: expect.stringMatching(/^20\d\d-/) }
  })
})

it("stops a run whose caller goes away, and says so in the audit trail", async () => {
  const stopping = new AbortController()
  const response = await fetch(`${hub.url}/api/tools/slow_wait/runs`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", accept },
    body: JSON.stringify({ input: { rows: 1 } }),
    signal: stopping.signal
  })
  const reader = response.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{"progress":{"done":1}}\n')
  const before = runs.interrupted
  stopping.abort()
  await expect.poll(() => runs.interrupted, { timeout: 10_000 }).toBe(before + 1)
  await expect
    .poll(async () => (await hub.call("GET", "/api/runs", { token })).json.items[0], { timeout: 10_000 })
    .toMatchObject({ tool: "slow_wait", outcome: "Interrupted" })
})

const UNFINISHED = { reason: "Unavailable", what: "The hub stopped before this was done.", remedy: { to: "retry" } }

it("ends the stream of one that the hub did not wait for when it stopped with the failure", async () => {
  const stopping = await startHub(directory(), { plugins: [plugin], grace: Duration.millis(300) })
  const { waited, interrupted } = runs
  const body = { input: { rows: 1 } }
  const running = stopping.call("POST", "/api/tools/slow_wait/runs", {
    token: await stopping.token(),
    body,
    headers: { accept }
  })
  await expect.poll(() => runs.waited).toBe(waited + 1)
  await stopping.close()
  const { status, text } = await running
  expect([status, ...lines(text)]).toEqual([
    200,
    { progress: { done: 1 } },
    { error: expect.objectContaining(UNFINISHED) }
  ])
  expect(runs.interrupted).toBe(interrupted + 1)
})

it("answers one that the hub did not wait for when it stopped", async () => {
  const stopping = await startHub(directory(), { plugins: [plugin], grace: Duration.millis(300) })
  const { waited, interrupted } = runs
  const running = stopping.call("POST", "/api/tools/slow_wait/runs", {
    token: await stopping.token(),
    body: { input: { rows: 1 } }
  })
  await expect.poll(() => runs.waited).toBe(waited + 1)
  await stopping.close()
  const { status, headers, json } = await running
  expect([status, headers.get("x-content-type-options"), json]).toEqual([
    503,
    "nosniff",
    { error: expect.objectContaining(UNFINISHED) }
  ])
  expect(runs.interrupted).toBe(interrupted + 1)
})

it("omits the card if none can be drawn", async () => {
  await Effect.runPromise(Deferred.succeed(runs.gate, undefined))
  expect((await run("slow_wait", { input: { rows: 1 }, card: true })).json).toEqual({ output: { rows: 1 } })
})

it("stands in the description of the API, whole and as a stream", async () => {
  const { json } = await hub.call("GET", "/openapi.json", { token })
  const { content } = json.paths["/api/tools/{id}/runs"].post.responses["200"]
  expect(Object.keys(content).toSorted()).toEqual(["application/json", accept])
})
