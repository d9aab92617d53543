import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { serve, type Handler } from "../../tests/provider.ts"
import * as Node from "../transport/node.ts"
import { Transport, TransportFailure } from "../transport/Transport.ts"
import * as Server from "./AuthorizationServer.ts"

const SECRET = Redacted.make("client-secret-canary")
const REFRESH = Redacted.make("refresh-canary-1")

interface Said {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

const saying =
  ({ status = 200, headers = { "content-type": "application/json;charset=UTF-8" }, body }: Said): Handler =>
  (response) =>
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body))

const server = (address: string, more: Partial<Server.Server> = {}): Server.Server => ({
  provider: "sketch",
  tokens: `${address}/token`,
  clientId: "app-1",
  clientSecret: SECRET,
  ...more
})

const refreshAt = Effect.fnUntraced(function* (answer: Said, more: Partial<Server.Server> = {}) {
  const tokenServer = yield* serve(saying(answer))
  const result = yield* Effect.result(Server.refresh(server(tokenServer.address, more), REFRESH))
  return { result, seen: tokenServer.seen }
}, Effect.provide(Node.layer))

const reasonOf = (answer: Said, more?: Partial<Server.Server>) =>
  Effect.map(refreshAt(answer, more), ({ result }) =>
    result._tag === "Failure" ? result.failure.reason : { _tag: "Success" as const, what: "" }
  )

const FORM = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" }
const HTML = { "content-type": "text/html" }

describe("a token endpoint's answer", () => {
  it.live.each<[string, Said, object]>([
    [
      "as RFC 6749, section 5.1, shows it",
      {
        headers: { "content-type": "application/json;charset=UTF-8", "cache-control": "no-store", pragma: "no-cache" },
        body: {
          access_token: "2YotnFZFEjr1zCsicMWpAA",
          token_type: "Bearer",
          expires_in: 3600,
          refresh_token: "tGzv3JOkF0XG5Qx2TlKWIA",
          example_parameter: "example_value"
        }
      },
      { access: "2YotnFZFEjr1zCsicMWpAA", refresh: "tGzv3JOkF0XG5Qx2TlKWIA", lifeSeconds: 3600, scopes: [] }
    ],
    [
      "as a form, which a service writes where it overlooks the accept header",
      {
        headers: FORM,
        body: "access_token=gho_16C7e42F292c6912E7710c838347Ae178B4a&scope=repo%2Cgist&token_type=bearer"
      },
      { access: "gho_16C7e42F292c6912E7710c838347Ae178B4a", scopes: ["repo", "gist"], lifeSeconds: undefined }
    ],
    [
      "as a form of the type text/plain, with its lifetime",
      { headers: { "content-type": "text/plain" }, body: "access_token=abc&expires_in=5183999" },
      { access: "abc", lifeSeconds: 5_183_999 }
    ],
    ["as JSON without a media type", { headers: {}, body: { access_token: "abc" } }, { access: "abc" }],
    [
      "with the lifetime in quotes",
      { body: { access_token: "abc", token_type: "bearer", expires_in: " 3599 " } },
      { lifeSeconds: 3599 }
    ],
    ["with an empty lifetime", { body: { access_token: "abc", expires_in: "" } }, { lifeSeconds: undefined }],
    [
      "without a lifetime, or with null for it",
      { body: { access_token: "abc", expires_in: null } },
      { lifeSeconds: undefined }
    ],
    ["with a list of scopes", { body: { access_token: "abc", scope: ["a:read", "b"] } }, { scopes: ["a:read", "b"] }],
    ["with null for its scopes", { body: { access_token: "abc", scope: null } }, { scopes: [] }],
    ["with blanks around its scopes", { body: { access_token: "abc", scope: " a  b " } }, { scopes: ["a", "b"] }],
    ["with an empty refresh token", { body: { access_token: "abc", refresh_token: "" } }, { refresh: undefined }],
    [
      "with a life longer than dates reach",
      { body: { access_token: "abc", expires_in: 1e300 } },
      { lifeSeconds: 10 * 366 * 86_400 }
    ],
    ["that has run out already", { body: { access_token: "abc", expires_in: -5 } }, { lifeSeconds: 0 }]
  ])("is read %s", ([, answer, expected]) =>
    Effect.gen(function* () {
      const before = Date.now()
      const { result } = yield* refreshAt(answer)
      if (result._tag === "Failure") throw result.failure
      const { accessToken, refreshToken, expiresAtMillis, scopes } = result.success
      const life = expiresAtMillis === undefined ? undefined : expiresAtMillis - before
      expect({
        access: Redacted.value(accessToken),
        refresh: refreshToken === undefined ? undefined : Redacted.value(refreshToken),
        lifeSeconds: life === undefined ? undefined : Math.floor(life / 1000),
        scopes
      }).toMatchObject(expected)
    })
  )

  it.live.each<[string, Said, string]>([
    ["a page", { headers: HTML, body: "<!doctype html><title>Sign in</title>" }, "Decode"],
    ["a page in a form's clothes", { headers: HTML, body: "access_token=abc" }, "Decode"],
    ["nothing", { body: "" }, "Decode"],
    ["a list", { body: [{ access_token: "abc" }] }, "Decode"],
    ["no access_token", { body: { token_type: "bearer", id_token: "x.y.z" } }, "Decode"],
    ["an empty access_token", { body: { access_token: "" } }, "Decode"],
    ["an access_token with a line break", { body: { access_token: "abc\r\nx-evil: 1" } }, "Decode"],
    ["an access_token that is not a string", { body: { access_token: { value: "abc" } } }, "Decode"],
    ["a refresh_token with a line break", { body: { access_token: "abc", refresh_token: "a\nb" } }, "Decode"],
    ["an error that JavaScript knows", { status: 400, body: { error: "constructor" } }, "Decode"],
    ["a token that is not sent as Bearer", { body: { access_token: "abc", token_type: "mac" } }, "Decode"],
    ["an invalid lifetime", { body: { access_token: "abc", expires_in: "soon" } }, "Decode"],
    ["a scope that is no text", { body: { access_token: "abc", scope: ["a", 1] } }, "Decode"],
    ["a lifetime in no plain digits", { body: { access_token: "abc", expires_in: "1e3" } }, "Decode"],
    ["a hexadecimal lifetime", { body: { access_token: "abc", expires_in: "0x10" } }, "Decode"],
    ["a lifetime of no number", { body: { access_token: "abc", expires_in: [3600] } }, "Decode"],
    ["a form that names the token twice", { headers: FORM, body: "access_token=a&access_token=b" }, "Decode"],
    ["a redirect to a page", { status: 302, headers: { location: "https://elsewhere.example/" }, body: "" }, "Decode"],
    // https://docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
    ["200 with an error", { body: { error: "invalid_grant", error_description: "Bad token" } }, "Unauthorized"],
    ["200 with an error as a form", { headers: FORM, body: "error=access_denied&error_description=No" }, "Forbidden"],
    ["200 with an unknown error", { body: { error: "flux_compensator" } }, "Decode"],
    ["200 with an error beside a token", { body: { error: "invalid_grant", access_token: "abc" } }, "Unauthorized"],
    ["200 with an error object", { body: { error: { code: 403, status: "PERMISSION_DENIED" } } }, "Decode"],
    // https://developers.google.com/identity/protocols/oauth2/web-server#authorization-errors-invalid-grant
    [
      "a grant that was taken back",
      { status: 400, body: { error: "invalid_grant", error_description: "Token has been expired or revoked." } },
      "Unauthorized"
    ],
    ["an app that is unknown", { status: 401, body: { error: "invalid_client" } }, "Invalid"],
    ["401 without a word", { status: 401, headers: HTML, body: "<h1>401</h1>" }, "Invalid"],
    ["404 in the service's own words", { status: 404, body: { error: "Not Found" } }, "Invalid"],
    ["an app without the flow", { status: 400, body: { error: "unauthorized_client" } }, "Invalid"],
    ["a scope that is unknown", { status: 400, body: { error: "invalid_scope" } }, "Invalid"],
    ["a way to sign in that is turned off", { status: 400, body: { error: "unsupported_grant_type" } }, "Invalid"],
    ["a way to sign in that the app lacks", { status: 400, body: { error: "unsupported_response_type" } }, "Invalid"],
    ["a resource that is unknown", { status: 400, body: { error: "invalid_target" } }, "Invalid"],
    ["a code that has expired", { status: 400, body: { error: "expired_token" } }, "Unauthorized"],
    ["a malformed request", { status: 400, body: { error: "invalid_request" } }, "Invalid"],
    ["an answer to another flow", { status: 400, body: { error: "authorization_pending" } }, "Decode"],
    ["a server that is down", { status: 503, headers: HTML, body: "<h1>503</h1>" }, "Unavailable"],
    ["a server that says so by its code", { status: 400, body: { error: "temporarily_unavailable" } }, "Unavailable"],
    ["a server that failed, by its code", { status: 400, body: { error: "server_error" } }, "Unavailable"],
    ["too many questions", { status: 429, headers: { "retry-after": "17" }, body: "{}" }, "RateLimited"]
  ])("is refused if it is %s", ([, answer, tag]) =>
    Effect.map(reasonOf(answer), (reason) => expect(reason._tag).toBe(tag))
  )

  it.live("repeats the service's words, without what was sent to it", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf({
        status: 400,
        body: { error: "invalid_grant", error_description: "Token refresh-canary-1 of client-secret-canary: no‮evil" }
      })
      expect(reason.what).toMatch(/It says: “Token <redacted> of <redacted>: noevil”/)
      expect(JSON.stringify(reason)).not.toMatch(/canary/)
    })
  )

  it.live("repeats no part of a secret that stands where the service's words are cut", () =>
    Effect.gen(function* () {
      const words = `${"x".repeat(150)} refresh-canary-1`
      const reason = yield* reasonOf({ status: 400, body: { error: "invalid_grant", error_description: words } })
      expect(reason.what).not.toMatch(/refresh/)
      expect((yield* reasonOf({ body: { error: `${"x".repeat(50)} refresh-canary-1` } })).what).not.toMatch(/refresh/)
    })
  )

  it.live("takes a wait from Retry-After", () =>
    Effect.map(reasonOf({ status: 429, headers: { "retry-after": "17" }, body: "" }), (reason) =>
      expect(reason).toMatchObject({ retryAfterSeconds: 17 })
    )
  )

  it.live("lets a service explain its own codes", () =>
    Effect.map(
      reasonOf(
        { body: { error: "bad_refresh_token" } },
        { errors: { bad_refresh_token: { _tag: "Unauthorized", what: "Over.", remedy: { to: "signInAgain" } } } }
      ),
      (reason) => expect(reason).toMatchObject({ _tag: "Unauthorized", what: "Over." })
    )
  )
})

describe("a request", () => {
  const GRANTED: Said = { body: { access_token: "abc" } }

  it.live("is a form with the app's id and secret, and no credential in a header", () =>
    Effect.gen(function* () {
      const { seen } = yield* refreshAt(GRANTED, { userAgent: "inlay" })
      expect(seen).toHaveLength(1)
      expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toEqual({
        client_id: "app-1",
        client_secret: "client-secret-canary",
        grant_type: "refresh_token",
        refresh_token: "refresh-canary-1"
      })
      expect(seen[0]?.headers).toMatchObject({ accept: "application/json", "user-agent": "inlay" })
      expect(seen[0]?.headers).not.toHaveProperty("authorization")
    })
  )

  it.live("sends id and secret as HTTP Basic, form-encoded, if the server requires it", () =>
    Effect.gen(function* () {
      const { seen } = yield* refreshAt(GRANTED, { clientId: "a:b c", clientSecret: Redacted.make("é+"), basic: true })
      const [scheme, value = ""] = (seen[0]?.headers.authorization ?? "").split(" ")
      expect([scheme, atob(value)]).toEqual(["Basic", "a%3Ab+c:%C3%A9%2B"])
      expect(seen[0]?.body).not.toMatch(/client_/)
    })
  )

  it.live.each<[string, RegExp]>([
    ["http://service.example/token", /plain http/],
    ["https://user:pass@service.example/token", /user name/],
    ["https://service.example/token#part", /fragment/],
    ["https://service.example/token?tenant=7#part", /fragment/],
    ["service.example/token", /not a URL/],
    ["", /empty/]
  ])("is not sent to %j", ([tokens, words]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Server.refresh({ provider: "sketch", tokens, clientId: "a" }, REFRESH))
      expect(error.reason).toMatchObject({ _tag: "Refused", guard: "baseAddress", what: expect.stringMatching(words) })
    }).pipe(Effect.provide(Node.layer))
  )

  const refreshOver = (send: Transport["Service"]["send"]) =>
    Effect.provideService(
      Effect.flip(Server.refresh(server("https://service.example"), REFRESH)),
      Transport,
      Transport.of({ send })
    )

  it.effect("is not waited for longer than 30 s, and its response is read up to 64 KB", () =>
    Effect.gen(function* () {
      const limits: Array<number> = []
      const silent = refreshOver(({ maxBodyBytes }) => {
        limits.push(maxBodyBytes)
        return Effect.never
      })
      const fiber = yield* Effect.forkChild(silent)
      yield* TestClock.adjust("30 seconds")
      expect((yield* Fiber.join(fiber)).reason).toMatchObject({ _tag: "Transport", sent: true })
      expect(limits).toEqual([65_536])
    })
  )

  it.effect.each([
    ["network", false, { _tag: "Transport", sent: false }],
    ["network", true, { _tag: "Transport", sent: true }],
    ["too-large", true, { _tag: "Decode" }]
  ] as const)("that fails as %s, sent: %j", ([kind, sent, expected]) =>
    Effect.map(
      refreshOver(() => Effect.fail(new TransportFailure({ kind, detail: "", sent }))),
      ({ reason }) => expect(reason).toMatchObject(expected)
    )
  )

  it.effect("to an address in a private network is refused as such", () =>
    Effect.gen(function* () {
      const guarded = new TransportFailure({ kind: "guarded", detail: "a private address", sent: false })
      const { reason } = yield* refreshOver(() => Effect.fail(guarded))
      expect(reason).toMatchObject({ _tag: "Refused", guard: "baseAddress" })
    })
  )

  it.live("keeps the endpoint's own query", () =>
    Effect.gen(function* () {
      const tokenServer = yield* serve(saying(GRANTED))
      yield* Server.refresh(server(tokenServer.address, { tokens: `${tokenServer.address}/token?tenant=7` }), REFRESH)
      expect(tokenServer.seen[0]?.url).toBe("/token?tenant=7")
    }).pipe(Effect.provide(Node.layer))
  )
})

describe("revoke", () => {
  const revokeAt = Effect.fnUntraced(function* (answer: Said) {
    const tokenServer = yield* serve(saying(answer))
    const result = yield* Effect.result(
      Server.revoke(server(tokenServer.address), `${tokenServer.address}/revoke`, REFRESH)
    )
    expect(new URLSearchParams(tokenServer.seen[0]?.body).get("token")).toBe("refresh-canary-1")
    return result._tag === "Success" ? result.success : result.failure.reason._tag
  }, Effect.provide(Node.layer))

  it.live.each<[string, Said, boolean | string]>([
    ["200 without a body", { body: "" }, true],
    ["a token that is unknown by now", { status: 400, body: { error: "invalid_token" } }, true],
    ["a type that is not revoked", { status: 400, body: { error: "unsupported_token_type" } }, false],
    ["no such endpoint", { status: 404, body: "" }, false],
    ["200 with an error", { body: { error: "flux" } }, "Decode"],
    ["an unknown app", { status: 401, body: { error: "invalid_client" } }, "Invalid"],
    ["a server that is down", { status: 503, body: "" }, "Unavailable"],
    ["a server that fails over a token", { status: 500, body: { error: "invalid_token" } }, "Unavailable"],
    ["a server that fails over a type", { status: 500, body: { error: "unsupported_token_type" } }, "Unavailable"],
    ["a redirect", { status: 302, headers: { location: "/" }, body: "" }, "Decode"]
  ])("reads %s", ([, answer, expected]) => Effect.map(revokeAt(answer), (outcome) => expect(outcome).toBe(expected)))
})
