/** Tests the sketch plugin through the contract alone: what any app can do with any plugin. */
import * as Node from "@inlay/core-http/node"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Spend from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest"

import { make, type Account } from "../../account/Account.ts"
import { Accounts } from "../../account/Accounts.ts"
import { manifestOf } from "../../manifest.ts"
import { Audit } from "../../runner/Audit.ts"
import { Runner } from "../../runner/Runner.ts"
import { sketchClient, sketchPlugin, startSketchProvider, type SketchProvider } from "./index.ts"

let service: SketchProvider
beforeAll(async () => {
  service = await startSketchProvider()
})
afterAll(() => service.close())

const account = (kindId: string, values: Record<string, string>): Account => {
  const kind = sketchPlugin.accountKinds.find(({ id }) => id === kindId)
  if (kind === undefined) throw new Error(`the sketch has no kind ${kindId}`)
  const all = { ...service.settings, property: "7", ...values }
  return make({ plugin: "sketch", name: kindId, kind, values: all, revision: "1" })
}

const byToken = () => account("token", { token: "sketch-token-canary" })

const sending = Layer.merge(Node.layer, Spend.layerMemory("sketch"))

const runtimeOf = (...accounts: ReadonlyArray<Account>) =>
  ManagedRuntime.make(
    Runner.layer([sketchPlugin]).pipe(Layer.provide([Accounts.layer(() => accounts), Audit.layerNone, sending]))
  )

const run = async (one: Account, step: string, input: unknown) => {
  const runtime = runtimeOf(one)
  const outcome = await runtime.runPromise(
    Effect.flatMap(Runner, (runner) => runner.run(step, input)).pipe(Effect.catch((error) => Effect.succeed(error)))
  )
  await runtime.dispose()
  return outcome
}

const connect = (one: Account) => Effect.runPromise(Effect.provide(sketchPlugin.connect(one), sending))
const poll = async (one: Account, target: unknown, cursor?: string) =>
  Effect.runPromise((await connect(one)).poll("sketch_new_note", target, cursor))

describe("two base addresses", () => {
  it("are served by two clients over one credential", async () => {
    const one = byToken()
    expect(await run(one, "sketch_add_note", { text: "hello" })).toMatchObject({ author: "grace", text: "hello" })
    expect(await run(one, "sketch_run_report", { metric: "users", days: 2 })).toMatchObject({
      rows: [{ value: 10 }, { value: 20 }]
    })
    expect(service.asked.slice(-2)).toEqual(["POST /admin/v1/properties/7/notes", "POST /data/v1/properties/7:report"])
  })

  it("are chosen by API Call's input `api`, or the default one without it, with or without a slash", async () => {
    const one = byToken()
    for (const endpoint of ["v1/properties", "/v1/properties"]) {
      expect(await run(one, "sketch_api_call", { api: "admin", method: "GET", endpoint })).toMatchObject({
        status: 200
      })
      expect(service.asked.at(-1)).toBe("GET /admin/v1/properties")
    }
    expect(await run(one, "sketch_api_call", { method: "GET", endpoint: "v1/properties" })).toMatchObject({
      reason: { _tag: "NotFound" }
    })
    expect(service.asked.at(-1)).toBe("GET /data/v1/properties")
    const before = service.asked.length
    expect(await run(one, "sketch_api_call", { api: "else", method: "GET", endpoint: "v1/x" })).toMatchObject({
      reason: { _tag: "Invalid", fields: [{ field: "api" }] }
    })
    expect(service.asked).toHaveLength(before)
  })
})

describe("minted tokens", () => {
  it.each([
    ["service_account", () => ({ key_file: service.keyFile })],
    ["refresh_token", () => ({ client_secret: sketchClient.secret, refresh_token: "sketch-refresh-canary-0" })]
  ] as const)("are made for %s when something is sent, and again after a 401", async (kindId, values) => {
    const one = account(kindId, values())
    const runtime = runtimeOf(one)
    const runs = (step: string, input: unknown) =>
      runtime.runPromise(Effect.flatMap(Runner, (runner) => runner.run(step, input)))
    const before = service.asked.length
    await runtime.runPromise(
      Effect.flatMap(Runner, (runner) => runner.preview("sketch_run_report", { metric: "users", days: 1 }))
    )
    expect(service.asked).toHaveLength(before)
    await runs("sketch_run_report", { metric: "users", days: 1 })
    await runs("sketch_run_report", { metric: "users", days: 1 })
    service.expireTokens()
    await runs("sketch_run_report", { metric: "users", days: 1 })
    const paths = service.asked.slice(before)
    expect(paths.filter((line) => line === "POST /oauth/token")).toHaveLength(2)
    await runtime.dispose()
  })

  it("also serve the account check and choices", async () => {
    const kind = sketchPlugin.accountKinds.find(({ id }) => id === "service_account")
    const one = account("service_account", { key_file: service.keyFile })
    const report = await Effect.runPromise(Effect.provide(kind?.check(one) ?? Effect.die("no kind"), sending))
    expect(report).toMatchObject({ ok: true, identity: "grace" })
    const choices = kind?.choices?.(one, "property") ?? Effect.die("no choices")
    expect(await Effect.runPromise(Effect.provide(choices, sending))).toEqual([
      { value: "7", label: "Shop" },
      { value: "8", label: "Blog" }
    ])
  })

  it("report what is wrong with a key file without quoting it", async () => {
    const one = account("service_account", { key_file: '{"type":"service_account","canary":1}' })
    const outcome = await run(one, "sketch_run_report", { metric: "users" })
    expect(outcome).toMatchObject({ reason: { _tag: "Invalid", fields: [{ field: "key_file" }] } })
    expect(JSON.stringify(outcome)).not.toContain("canary")
  })

  it("are known to redaction as soon as they are made", async () => {
    const connection = await connect(account("service_account", { key_file: service.keyFile }))
    await Effect.runPromise(connection.run("sketch_run_report", { metric: "users", days: 1 }))
    expect(connection.secrets?.().map(Redacted.value)).toEqual([expect.stringMatching(/^sketch-access/)])
  })
})

it("a budget that a response body reports as used up lets nothing through", async () => {
  // Near the end of its window, a call would wait for the next one.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 2, 1, 10, 30) })
  onTestFinished(() => void vi.useRealTimers())
  const runtime = runtimeOf(account("service_account", { key_file: service.keyFile }))
  const report = Effect.flatMap(Runner, (runner) => runner.run("sketch_run_report", { metric: "users", days: 1 }))
  service.leave(10)
  await runtime.runPromise(report)
  const before = service.asked.length
  const error = await runtime.runPromise(Effect.flip(report))
  expect(error).toMatchObject({ reason: { _tag: "RateLimited" } })
  expect(service.asked).toHaveLength(before)
  service.leave(1000)
  await runtime.dispose()
})

describe("triggers", () => {
  it("are polled with their account, whose identity is requested once", async () => {
    const one = account("service_account", { key_file: service.keyFile })
    const start = await poll(one, { property: "7" })
    expect(start.occurrences).toEqual([])
    await service.write("Ask @grace, not @graceful")
    const connection = await connect(one)
    const before = service.asked.length
    const notes = await Effect.runPromise(connection.poll("sketch_new_note", { property: "7" }, start.cursor))
    const mentions = await Effect.runPromise(connection.poll("sketch_new_mention", { property: "7" }, start.cursor))
    expect([notes, mentions].map(({ occurrences }) => occurrences.length)).toEqual([1, 1])
    expect(notes.nextAfterSeconds).toBe(60)
    expect(service.asked.slice(before).filter((line) => line.endsWith("/me"))).toHaveLength(1)
  })

  it.each([
    ["sketch_new_note", { property: "no number" }, "Invalid"],
    ["sketch_new_thing", { property: "7" }, "NotFound"]
  ])("are not polled for %s of %j", async (trigger, target, tag) => {
    const connection = await connect(byToken())
    const error = await Effect.runPromise(Effect.flip(connection.poll(trigger, target, undefined)))
    expect(error).toBeInstanceOf(ProviderError)
    expect(error.reason._tag).toBe(tag)
  })

  it("arrive by hook with the same key as by polling, and can be read from the hook's log and redelivered", async () => {
    const { createServer } = await import("node:http")
    const deliveries: Array<{ readonly raw: Uint8Array; readonly headers: Record<string, string> }> = []
    const receiver = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        deliveries.push({ raw: Buffer.concat(chunks), headers: request.headers as Record<string, string> })
        response.end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
    const address = receiver.address()
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/webhooks/1`

    const one = account("service_account", { key_file: service.keyFile })
    const { webhooks } = await connect(one)
    const port = sketchPlugin.webhooks
    if (webhooks === undefined || port === undefined) throw new Error("the sketch has hooks")
    const secret = Redacted.make("hook-secret")
    const place = "properties/7"
    const events = ["note.created"]
    const hook = await Effect.runPromise(webhooks.put(place, { url, events, secret }))
    expect((await Effect.runPromise(webhooks.put(place, { url, events, secret }))).id).toBe(hook.id)

    const { cursor } = await poll(one, { property: "7" })
    await service.write("from afar")
    const [first] = deliveries
    if (first === undefined) throw new Error("nothing was delivered")
    expect(await Effect.runPromise(port.verify(first.raw, first.headers, [secret]))).toBe(true)
    expect(await Effect.runPromise(port.verify(first.raw, first.headers, [Redacted.make("other")]))).toBe(false)
    const delivery = Result.getOrThrow(port.read(first.raw, first.headers))
    if (delivery === "ping") throw new Error("it is no ping")
    expect(delivery.places).toEqual([place])
    const trigger = sketchPlugin.triggers.find(({ id }) => id === "sketch_new_note")
    const watcher = { login: "grace", scopes: [] }
    const occurrences = trigger?.match(delivery.event, watcher)
    expect(occurrences).toHaveLength(1)
    expect((await poll(one, { property: "7" }, cursor)).occurrences).toEqual(occurrences)

    const { items } = await Effect.runPromise(webhooks.deliveries(place, hook.id))
    const attempt = items.at(-1)?.id ?? ""
    expect(await Effect.runPromise(webhooks.delivery(place, hook.id, attempt))).toEqual(delivery)
    await Effect.runPromise(webhooks.redeliver(place, hook.id, attempt))
    expect(deliveries[1]?.headers["x-sketch-delivery"]).toBe(delivery.deliveryId)
    await Effect.runPromise(webhooks.remove(place, hook.id))
    expect(await Effect.runPromise(webhooks.list(place))).toEqual([])
    await new Promise((resolve) => receiver.close(resolve))
  })
})

it("the manifest has choices, files, ways to sign in and delivery methods of triggers", () => {
  const manifest = JSON.parse(JSON.stringify(manifestOf(sketchPlugin)))
  expect(manifest).toEqual(manifestOf(sketchPlugin))
  const kinds = manifestOf(sketchPlugin).accountKinds
  expect(kinds.map(({ signIn }) => signIn)).toEqual([undefined, ["browser"], undefined, undefined])
  const fields = kinds.flatMap((kind) => kind.fields)
  expect(fields.find(({ name }) => name === "property")).toMatchObject({ type: "choice", options: "provider" })
  expect(fields.find(({ name }) => name === "key_file")).toMatchObject({ type: "file", secret: true })
  expect(manifestOf(sketchPlugin).triggers[1]?.possible.map(({ via }) => via)).toEqual(["webhook", "poll"])
})
