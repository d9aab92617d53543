import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { json, serve, until } from "../../tests/provider.ts"
import { linesWithout } from "../testing/unloadable.ts"
import * as NodeOnDemand from "./node-on-demand.ts"
import { Transport } from "./Transport.ts"

const program = (before = "") => `
import * as Effect from "effect/Effect"
${before}
const { layer } = await import("./node-on-demand.ts")
const { Transport } = await import("./Transport.ts")
const request = { method: "GET", url: new URL("http://127.0.0.1:2/"), headers: {}, maxBodyBytes: 1 }
const send = Effect.flatMap(Transport, (transport) => Effect.flip(transport.send(request)))
for (const { kind, detail, sent } of await Effect.runPromise(Effect.provide(Effect.all([send, send]), layer))) {
  console.log(JSON.stringify({ kind, detail, sent }))
}
`

it.live("ends its connections with its layer, which opens it once for requests that come together", () =>
  Effect.gen(function* () {
    const server = yield* serve((response) => json(response, {}, 200, { "keep-alive": "timeout=60" }))
    const request = { method: "GET", url: new URL(server.address), headers: {}, maxBodyBytes: 100 } as const
    const send = Transport.use((transport) => transport.send(request))
    yield* Effect.provide(Effect.all([send, send], { concurrency: 2 }), NodeOnDemand.layer)
    assert.lengthOf(server.seen, 2)
    yield* until(() => server.sockets.size === 0)
  })
)

/** As in a bundle that leaves out what undici needs, or while the program's files are replaced. */
it("what cannot be loaded has sent nothing, and is loaded anew with the next request", async () => {
  const lines = await linesWithout("node-exchange.ts", 1, program(), import.meta.dirname)
  assert.deepStrictEqual(
    lines.map((line) => JSON.parse(line)),
    [
      {
        kind: "network",
        detail: "the code for Node 22.19 or later cannot be loaded: It cannot be read.",
        sent: false
      },
      { kind: "network", detail: "ECONNREFUSED", sent: false }
    ]
  )
})

it("sends over fetch where the runtime has an undici of its own that cannot send, as Bun does", async () => {
  const asInBun = `import { Agent, Dispatcher } from "undici"
delete Agent.prototype.dispatch
delete Object.getPrototypeOf(Agent.prototype).dispatch
delete Dispatcher.prototype.dispatch
globalThis.fetch = async ({ url }, options) => {
  console.log(url, JSON.stringify(options))
  throw Object.assign(new TypeError("ECONNREFUSED: Unable to connect."), { code: "ECONNREFUSED" })
}`
  const lines = await linesWithout("nothing.ts", 0, program(asInBun), import.meta.dirname)
  const failure = JSON.stringify({ kind: "network", detail: "ECONNREFUSED", sent: false })
  // Bun sends through a proxy of the environment what is for this machine, too.
  const request = 'http://127.0.0.1:2/ {"proxy":false}'
  assert.deepStrictEqual(lines, [request, request, failure, failure])
  const elsewhere = program(asInBun).replace("http://127.0.0.1:2/", "https://api.example/")
  const [other] = await linesWithout("nothing.ts", 0, elsewhere, import.meta.dirname)
  assert.strictEqual(other, "https://api.example/ undefined")
})

it("says so on an older Node", async () => {
  const onNode20 = `Object.defineProperty(process.versions, "node", { value: "20.20.2" })`
  const [line = ""] = await linesWithout("nothing.ts", 0, program(onNode20), import.meta.dirname)
  assert.include(line, "cannot be loaded: this is Node 20.20.2")
})
