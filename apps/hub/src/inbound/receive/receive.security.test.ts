/** Wrong signatures, bodies and content types, and oversized bodies, are rejected and not stored. */
import { once } from "node:events"
import { request, type IncomingMessage } from "node:http"

import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"

import { eventHub, signatureOf, STARS, type EventHub, hubForTest } from "../../testing/events/hub.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { Hooks } from "../hooks.ts"

const directory = temporaryDirectories()
let hub: EventHub
let hook: Awaited<ReturnType<EventHub["hook"]>>
beforeAll(async () => {
  hub = await eventHub({ directory: directory(), url: undefined })
  hook = await hub.hook("repos/acme/widgets")
})
afterAll(() => hub.close())

const text = JSON.stringify(star.body)
const headers = (more: Readonly<Record<string, string>> = {}) => ({
  "content-type": "application/json",
  "x-github-event": "star",
  "x-github-delivery": crypto.randomUUID(),
  "x-hub-signature-256": signatureOf(hook.secret, text),
  ...more
})
const kept = () =>
  hub
    .run(SqlClient.SqlClient.use((sql) => sql<{ readonly rows: number }>`SELECT count(*) AS rows FROM inbox`))
    .then(([row]) => Number(row?.rows))

describe("a delivery", () => {
  it("is refused with a signature that is wrong in any bit, missing, cut or of another algorithm", async () => {
    const good = signatureOf(hook.secret, text)
    const digits = good.slice("sha256=".length).split("")
    const wrong = [
      ...digits.map((digit, at) => {
        const other = digit === "0" ? "1" : "0"
        return `sha256=${good.slice(7, 7 + at)}${other}${good.slice(8 + at)}`
      }),
      good.slice(0, -1),
      `${good}0`,
      good.replace("sha256=", ""),
      good.replace("sha256=", "sha1="),
      signatureOf("", text),
      signatureOf("another secret", text),
      ""
    ]
    for (const signature of wrong) {
      const { status } = await hook.send(text, headers({ "x-hub-signature-256": signature }))
      expect([signature, status]).toEqual([signature, 401])
    }
    const { "x-hub-signature-256": _, ...unsigned } = headers()
    expect((await hook.send(text, unsigned)).status).toBe(401)
    expect(await kept()).toBe(0)
  })

  it("is refused if a byte of its body was changed, or its body is empty", async () => {
    for (let at = 0; at < text.length; at += 37) {
      const other = text[at] === "x" ? "y" : "x"
      const { status } = await hook.send(text.slice(0, at) + other + text.slice(at + 1), headers())
      expect([at, status]).toEqual([at, 401])
    }
    expect((await hook.send("", headers())).status).toBe(401)
    expect(await kept()).toBe(0)
  })

  it.each([
    [403, { origin: "https://evil.example" }],
    [421, { host: "evil.example" }]
  ])("is refused with %i from a page of another site and for another host: %j", async (status, other) => {
    const refused = request(`${hub.url}/webhooks/${hook.id}`, { method: "POST", headers: headers(other) }).end(text)
    const [response] = (await once(refused, "response")) as [IncomingMessage]
    expect(response.statusCode).toBe(status)
    response.resume()
  })

  it("is refused at an unknown hook, with a wrong content type, and if it is too large", async () => {
    const post = (path: string, more = {}) => hub.call("POST", path, { body: text, headers: headers(more) })
    for (const id of ["x", "A".repeat(43), `${hook.id}x`, hook.id.slice(1), "..%2f..", ""]) {
      expect([id, (await post(`/webhooks/${id}`)).status]).toEqual([id, 404])
    }
    for (const type of ["text/plain", "application/jsonx", "multipart/form-data"]) {
      expect((await hook.send(text, headers({ "content-type": type }))).status).toBe(415)
    }
    const large = await hook.send("x".repeat(26 * 1024 * 1024), headers()).then(
      ({ status }) => status,
      () => 413
    )
    expect(large).toBe(413)
    const announced = request(`${hub.url}/webhooks/${hook.id}`, { method: "POST", headers: headers() })
    announced.setHeader("content-length", 26 * 1024 * 1024).flushHeaders()
    const [response] = (await once(announced, "response")) as [IncomingMessage]
    announced.destroy()
    // What is not read is not waited for.
    expect([response.statusCode, response.headers.connection]).toEqual([413, "close"])
    expect(await kept()).toBe(0)
  })

  it("that is signed and cannot be read is kept, and said in health", async () => {
    await hub.subscribe("codehost_new_star")
    const secret = { authorization: "Basic YTpi", cookie: "session=1", "x-forwarded-for": "192.0.2.1" }
    const signed = (body: string) =>
      hook.send(body, headers({ "x-hub-signature-256": signatureOf(hook.secret, body), ...secret }))
    const bad = [
      "not JSON",
      "[",
      "7",
      `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
      '{"repository":{"full_name":"other/place"}}'
    ]
    for (const body of bad) expect((await signed(body)).status).toBe(202)
    await expect
      .poll(async () => (await hub.api("GET", "/api/subscriptions/health")).json.health[0].unreadable)
      .toBe(bad.length)
    const { json } = await hub.api("GET", "/api/subscriptions/health")
    expect(json.health[0].ok).toBe(false)
    const rows = await hub.run(
      SqlClient.SqlClient.use((sql) => sql<{ readonly headers: string }>`SELECT headers FROM inbox`)
    )
    const names = rows.flatMap((row) => Object.keys(JSON.parse(row.headers) as object))
    expect(names).toContain("x-github-event")
    for (const name of ["x-hub-signature-256", "host", ...Object.keys(secret)]) expect(names).not.toContain(name)
    // The unreadable deliveries do not hold up later ones.
    await hook.deliver("star", star.body)
    expect(await hub.agent.starts(1)).toHaveLength(1)
  })

  const newSecret = async () => (await hub.api("POST", `/api/hooks/${hook.id}/secret`)).json.secret as string
  const send = (extra: number, secret: string) => {
    const body = JSON.stringify({ ...star.body, extra })
    return hook.send(body, headers({ "x-hub-signature-256": signatureOf(secret, body) }))
  }

  it("counts by the secret before for as long as that is exchanged, not by an older one", async () => {
    const rotated = await newSecret()
    expect((await send(1, hook.secret)).status).toBe(202)
    expect((await send(2, rotated)).status).toBe(202)
    const third = await newSecret()
    expect((await send(3, hook.secret)).status).toBe(401)
    expect((await send(4, rotated)).status).toBe(202)
    expect((await send(5, third)).status).toBe(202)
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + Duration.toMillis("24 hours") })
    try {
      expect((await send(6, rotated)).status).toBe(401)
      expect((await send(7, third)).status).toBe(202)
    } finally {
      vi.useRealTimers()
    }
    expect((await send(8, third)).status).toBe(202)
  })

  it("is accepted however its content type is written", async () => {
    const body = JSON.stringify({ ...star.body, extra: "type" })
    const signature = signatureOf(await newSecret(), body)
    for (const type of ["Application/JSON", "application/json ; charset=utf-8"]) {
      const { status } = await hook.send(body, headers({ "content-type": type, "x-hub-signature-256": signature }))
      expect([type, status]).toEqual([type, 202])
    }
  })

  it("of a service is no test of another hub, whatever it says", async () => {
    const body = JSON.stringify({ test: true, ...star.body })
    const signature = signatureOf(await newSecret(), body)
    const answer = await hook.send(body, headers({ "x-hub-signature-256": signature }))
    expect([answer.status, answer.text]).toEqual([202, ""])
  })

  it("counts by each of two secrets that were exchanged at once", async () => {
    const { exchanged, valid } = await hub.run(
      Effect.gen(function* () {
        const { rotate, findAnew } = yield* Hooks
        const both = yield* Effect.all([rotate(hook.id), rotate(hook.id)], { concurrency: 2 })
        return { exchanged: both, valid: (yield* findAnew(hook.id))?.secrets }
      })
    )
    const plain = (secrets: ReadonlyArray<Redacted.Redacted | undefined> = []) =>
      new Set(secrets.map((secret) => secret && Redacted.value(secret)))
    expect(plain(valid)).toEqual(plain(exchanged))
  })

  it("is logged, accepted or not, without its hook's whole address, which is as good as a secret", async () => {
    const lines: Array<string> = []
    const logged = await hubForTest(
      { directory: directory(), url: undefined },
      { log: (line) => void lines.push(line) }
    )
    const { id, deliver, send: sendRaw } = await logged.hook("repos/acme/widgets")
    expect((await deliver("star", star.body)).status).toBe(202)
    expect((await sendRaw(text, headers())).status).toBe(401)
    const own = lines.filter((line) => line.includes(id.slice(0, 6)))
    expect(own.length).toBeGreaterThan(2)
    expect(own.filter((line) => line.includes(id.slice(0, 12)))).toEqual([])
  })

  it("is refused from the moment in which its hook is deleted", async () => {
    const secret = await newSecret()
    expect((await send(9, secret)).status).toBe(202)
    const removal = await hub.api("DELETE", `/api/hooks/${hook.id}`)
    expect([removal.status, removal.text]).toEqual([204, ""])
    expect((await send(10, secret)).status).toBe(404)
  })
})

describe("a subscription", () => {
  const subscribe = (more: Readonly<Record<string, unknown>>) =>
    hub.api("POST", "/api/subscriptions", {
      ...STARS,
      url: hub.agent.url,
      ...more
    })

  it("is refused if its trigger, target, filters, account or address is invalid", async () => {
    const unknown = await subscribe({ trigger: "codehost_new_stars" })
    expect([unknown.status, unknown.json.error.known]).toEqual([404, expect.arrayContaining(["codehost_new_star"])])
    expect((await subscribe({ target: {} })).json.error.fields[0].field).toMatch(/owner/)
    expect((await subscribe({ filters: { branhc: "x" } })).status).toBe(400)
    expect((await subscribe({ account: "codehost" })).status).toBe(400)
    for (const url of ["ftp://a.example/", "javascript:alert(1)", "https://u:p@a.example/", "x", ""]) {
      expect([url, (await subscribe({ url })).status]).toEqual([url, 400])
    }
  })

  it("is hidden from others, and keeps its secret", async () => {
    const token = await hub.token()
    expect((await hub.call("GET", "/api/subscriptions", { token })).json.subscriptions).toEqual([])
    expect((await hub.call("GET", "/api/deliveries", { token })).json.items).toEqual([])
    expect((await hub.call("GET", "/api/hooks", { token })).status).toBe(403)
    const listed = await hub.api("GET", "/api/subscriptions")
    expect(listed.text).not.toContain("whsec_")
  })
})
