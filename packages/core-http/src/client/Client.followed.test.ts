// Redirects that a caller asks to follow, against real servers: a moved resource, and a signed link on another origin.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { everything } from "../../tests/over-transports.ts"
import { KEY, clientOf, get, json, post, serve, spending } from "../../tests/provider.ts"
import { Transport } from "../transport/Transport.ts"

const LOG = "line one\nline two\nline three\n"

describe("a download link", () => {
  const world = (answer: Parameters<typeof serve>[0]) =>
    Effect.gen(function* () {
      const storage = yield* serve(answer)
      const service = yield* serve((response) =>
        response.writeHead(302, { location: `${storage.address}/blob?sig=abc` }).end()
      )
      return { storage, client: yield* clientOf(`${service.address}/api`) }
    }).pipe(Effect.provide(everything))
  const download = (more: object = {}) => get({ endpoint: "/logs", followDownload: { maxBytes: 1_000, ...more } })

  it.live("is fetched without the credential or any header of the account, and read as text", () =>
    Effect.gen(function* () {
      const { storage, client } = yield* world((response) =>
        response.writeHead(200, { "content-type": "text/plain" }).end(LOG)
      )
      const answer = yield* client.call({ ...download(), headers: { "x-own": "1" } })
      assert.strictEqual(answer.body, LOG)
      assert.strictEqual(storage.seen.length, 1)
      const [asked] = storage.seen
      assert.strictEqual(asked?.url, "/blob?sig=abc")
      assert.notInclude(JSON.stringify(asked?.headers), KEY)
      assert.isUndefined(asked?.headers["authorization"])
      assert.isUndefined(asked?.headers["x-own"])
    }).pipe(Effect.provide(everything))
  )

  it.live("is named by a redirect that is not permanent", () =>
    Effect.gen(function* () {
      for (const status of [301, 302, 303, 307, 308]) {
        const service = yield* serve((response, { url }) =>
          url === "/logs" ? response.writeHead(status, { location: "/blob" }).end() : response.end(LOG)
        )
        const outcome = yield* Effect.result((yield* clientOf(service.address)).call(download()))
        assert.strictEqual(outcome._tag, status === 301 || status === 308 ? "Failure" : "Success", String(status))
      }
    }).pipe(Effect.provide(everything))
  )

  it.live("has no half characters where its end was cut off", () =>
    Effect.gen(function* () {
      const { client } = yield* world((response) => response.end("all 👍"))
      assert.strictEqual((yield* client.call(download({ tail: 1 }))).body, "\uFFFD")
    }).pipe(Effect.provide(everything))
  )

  it.live("returns the end of a long text and the full length", () =>
    Effect.gen(function* () {
      const { client } = yield* world((response) => response.end(LOG))
      const answer = yield* client.call(download({ tail: 11 }))
      assert.deepStrictEqual([answer.body, answer.wholeChars], ["line three\n", LOG.length])
    }).pipe(Effect.provide(everything))
  )

  it.live("fails without leaking if it is too large, expired or contains the key", () =>
    Effect.gen(function* () {
      const large = yield* world((response) => response.end("x".repeat(2_000)))
      assert.strictEqual((yield* Effect.flip(large.client.call(download()))).reason._tag, "Decode")
      const expiredLink = yield* world((response) => response.writeHead(403).end("<Error>AccessDenied</Error>"))
      assert.strictEqual((yield* Effect.flip(expiredLink.client.call(download()))).reason._tag, "Unavailable")
      const echo = yield* world((response) => response.writeHead(200, { "x-echo": KEY }).end(`token ${KEY}`))
      assert.notInclude(JSON.stringify(yield* echo.client.call(download())), KEY)
    }).pipe(Effect.provide(everything))
  )

  it.live("is followed only on request, only for reads, only once, and not to plain http elsewhere", () =>
    Effect.gen(function* () {
      const { storage, client } = yield* world((response) => response.end(LOG))
      const requests = [get({ endpoint: "/logs" }), post({ followDownload: { maxBytes: 10 } })]
      for (const request of requests) {
        const { reason } = yield* Effect.flip(client.call(request))
        assert.strictEqual(reason._tag === "Refused" && reason.guard, "redirect")
      }
      assert.strictEqual(storage.seen.length, 0)
      const chain = yield* world((response) => response.writeHead(302, { location: "https://else.example/" }).end())
      assert.strictEqual((yield* Effect.flip(chain.client.call(download()))).reason._tag, "Unavailable")
      for (const location of [
        "http://logs.example/x",
        "https://10.0.0.1/x",
        "https://[2001:db8::1]/x",
        "https://u:p@logs.example/",
        "ftp://x.example/",
        "https://localhost.example:x/",
        "https://internal/"
      ]) {
        const service = yield* serve((response) => response.writeHead(302, { location }).end())
        const one = yield* clientOf(service.address)
        const { reason } = yield* Effect.flip(one.call(download()))
        assert.strictEqual(reason._tag === "Refused" && reason.guard, "redirect", location)
      }
    }).pipe(Effect.provide(everything))
  )

  it.effect("is followed to the account's own address, wherever that is", () =>
    Effect.gen(function* () {
      const own = Transport.of({
        send: ({ url: { pathname } }) =>
          Effect.succeed({
            status: pathname === "/logs" ? 302 : 200,
            headers: { location: "https://10.0.0.1/blob" },
            text: LOG
          })
      })
      const client = yield* Effect.provideService(clientOf("https://10.0.0.1"), Transport, own)
      assert.strictEqual((yield* client.call(download())).body, LOG)
    }).pipe(Effect.provide(spending))
  )

  it.effect("is not followed to this machine, unless the account is there", () =>
    Effect.gen(function* () {
      const own = ["http://127.0.0.1:9/x", "https://localhost/x", "https://[::1]/x"]
      // A name with a dot at its end is complete, and all names below localhost are this machine's.
      const written = [
        "https://localhost./x",
        "https://internal./x",
        "https://api.localhost/x",
        "https://api.localhost./x"
      ]
      for (const location of [...own, ...written]) {
        const urls: Array<string> = []
        const redirecting = Transport.of({
          send: ({ url }) =>
            Effect.sync(() => {
              urls.push(url.href)
              return { status: 302, headers: { location }, text: "" }
            })
        })
        const client = yield* Effect.provideService(clientOf("https://api.acme.example"), Transport, redirecting)
        const { reason } = yield* Effect.flip(client.call(download()))
        assert.strictEqual(reason._tag === "Refused" && reason.guard, "redirect", location)
        assert.deepStrictEqual(urls, ["https://api.acme.example/logs"])
      }
    }).pipe(Effect.provide(spending))
  )
})

describe("a moved resource", () => {
  const movedTo = (location: string, status = 301) =>
    serve((response, { url }) =>
      url.startsWith("/api/repositories/7")
        ? json(response, { full_name: "acme/new", url })
        : response.writeHead(status, { location }).end()
    )
  const ask = (endpoint = "/repos/acme/old?x=1") => get({ endpoint, followMoved: true })

  it.live("is read at its new address below the base address, with the credential, and the address is reported", () =>
    Effect.gen(function* () {
      for (const location of ["/api/repositories/7?x=1", "repositories/7"]) {
        const service = yield* movedTo(location)
        const client = yield* clientOf(`${service.address}/api`)
        const answer = yield* client.call(ask(location.startsWith("/") ? undefined : "/old"))
        assert.propertyVal(answer.body, "full_name", "acme/new")
        assert.strictEqual(answer.movedTo, "/repositories/7")
        assert.include(service.seen[1]?.headers["authorization"], KEY)
        assert.strictEqual(service.seen[1]?.url, new URL(location, "http://x/api/").href.slice("http://x".length))
      }
    }).pipe(Effect.provide(everything))
  )

  it.live("is what every status but 303 means, which is for the answer to a change", () =>
    Effect.gen(function* () {
      for (const status of [301, 302, 303, 307, 308]) {
        const service = yield* movedTo("/api/repositories/7", status)
        const client = yield* clientOf(`${service.address}/api`)
        const outcome = yield* Effect.result(client.call(ask()))
        assert.strictEqual(outcome._tag, status === 303 ? "Failure" : "Success", String(status))
      }
    }).pipe(Effect.provide(everything))
  )

  it.live("is followed only on request, only inside the base path, only for reads, and only once", () =>
    Effect.gen(function* () {
      const refusalAt = Effect.fnUntraced(function* (location: string, request = ask()) {
        const service = yield* movedTo(location)
        const client = yield* clientOf(`${service.address}/api`)
        const { reason } = yield* Effect.flip(client.call(request))
        assert.strictEqual(reason._tag === "Refused" && reason.guard, "redirect", location)
        return service.seen.length
      })
      assert.strictEqual(yield* refusalAt("/api/repositories/7", get({ endpoint: "/repos/acme/old" })), 1)
      assert.strictEqual(yield* refusalAt("/api/repositories/7", post({ endpoint: "/x", followMoved: true })), 1)
      for (const location of [
        "/other/7",
        "/old/repositories/7",
        "https://elsewhere.example/api/repositories/7",
        "/api/%2e%2e/x",
        "/api//x"
      ]) {
        assert.strictEqual(yield* refusalAt(location), 1)
      }
      assert.strictEqual(yield* refusalAt("/api/repos/acme/old2"), 2)
    }).pipe(Effect.provide(everything))
  )

  it.live("is not read if the redirect says that no requests are left", () =>
    Effect.gen(function* () {
      const headers = {
        location: "/api/repositories/7",
        "x-ratelimit-limit": "60",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 600)
      }
      const service = yield* serve((response) => response.writeHead(301, headers).end())
      const client = yield* clientOf(`${service.address}/api`)
      const { reason } = yield* Effect.flip(client.call(ask()))
      assert.strictEqual(reason._tag, "RateLimited")
      assert.strictEqual(service.seen.length, 1)
    }).pipe(Effect.provide(everything))
  )

  it.live("is not read if the account's restriction excludes it", () =>
    Effect.gen(function* () {
      const service = yield* movedTo("/api/repositories/7")
      const client = yield* clientOf(`${service.address}/api`, {
        guard: (_, path) =>
          path.startsWith("/repos/acme/") ? undefined : { _tag: "Refused", guard: "restriction", what: "Not allowed." }
      })
      const { reason } = yield* Effect.flip(client.call(ask()))
      assert.strictEqual(reason._tag === "Refused" && reason.guard, "restriction")
      assert.strictEqual(service.seen.length, 1)
    }).pipe(Effect.provide(everything))
  )
})
