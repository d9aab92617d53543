import { createHash } from "node:crypto"

import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { json, serve } from "../../tests/provider.ts"
import * as Node from "../transport/node.ts"
import * as AuthorizationCode from "./AuthorizationCode.ts"
import * as Pkce from "./Pkce.ts"

const begin = (more: Partial<Parameters<typeof AuthorizationCode.url>[0]> = {}) =>
  AuthorizationCode.url({
    provider: "sketch",
    address: "https://accounts.service.example/o/oauth2/v2/auth",
    clientId: "app-1",
    scopes: ["one.read", "two"],
    redirectUri: "http://127.0.0.1:51004/callback",
    state: "st4te",
    challenge: "ch4llenge",
    ...more
  })

describe("the address to open", () => {
  it("has the parameters that RFC 6749 and RFC 7636 require", () => {
    const url = Result.getOrThrow(begin({ extra: { access_type: "offline", prompt: "consent" } }))
    expect(url.origin + url.pathname).toBe("https://accounts.service.example/o/oauth2/v2/auth")
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: "app-1",
      redirect_uri: "http://127.0.0.1:51004/callback",
      scope: "one.read two",
      state: "st4te",
      code_challenge: "ch4llenge",
      code_challenge_method: "S256",
      access_type: "offline",
      prompt: "consent"
    })
  })

  it("lets nothing replace the parameters that bind the response", () => {
    const url = Result.getOrThrow(
      begin({
        address: "https://a.example/auth?state=x&tenant=7",
        extra: { state: "y", code_challenge_method: "plain" }
      })
    )
    expect(url.searchParams.getAll("state")).toEqual(["st4te"])
    expect(url.searchParams.get("code_challenge_method")).toBe("S256")
    expect(url.searchParams.get("tenant")).toBe("7")
  })

  it.each(["http://accounts.service.example/auth", "javascript:alert(1)", "https://a.example/auth#x", ""])(
    "is not built for %j",
    (address) => expect(Result.isFailure(begin({ address }))).toBe(true)
  )
})

describe("a binding", () => {
  it.live("is new every time, and its challenge is the verifier's SHA-256", () =>
    Effect.gen(function* () {
      const [one, other] = yield* Effect.all([Pkce.make, Pkce.make])
      const verifier = Redacted.value(one.verifier)
      expect(verifier).toMatch(/^[\w-]{43}$/)
      expect(one.challenge).toBe(createHash("sha256").update(verifier).digest("base64url"))
      expect(new Set([one.state, other.state, verifier, Redacted.value(other.verifier)]).size).toBe(4)
    })
  )

  it.live("has the challenge that RFC 7636, appendix B, works out", () =>
    Effect.map(Pkce.challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"), (challenge) =>
      expect(challenge).toBe("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    )
  )
})

describe("the response in the browser", () => {
  const codeOf = (query: string, issuer?: AuthorizationCode.Issuer) =>
    AuthorizationCode.codeOf(new URLSearchParams(query), { state: "st4te" }, issuer)
  const issuer = { id: "https://accounts.service.example", isAlwaysNamed: true }
  const loose = { ...issuer, isAlwaysNamed: false }

  it.each<[string, AuthorizationCode.Issuer | undefined]>([
    ["code=SplxlOBeZQQYbYS6WxSbIA&state=st4te", undefined],
    ["code=4%2F0AX4XfWh&state=st4te&scope=email&iss=https%3A%2F%2Faccounts.service.example", issuer],
    ["code=x&state=st4te", loose]
  ])("is a code: %s", (query, expected) => expect(Result.isSuccess(codeOf(query, expected))).toBe(true))

  it.each<[string, string, RegExp, AuthorizationCode.Issuer | undefined]>([
    ["no state", "code=x", /another sign-in/, undefined],
    ["another state", "code=x&state=st4tf", /another sign-in/, undefined],
    ["the beginning of the state", "code=x&state=st4t", /another sign-in/, undefined],
    ["two states", "code=x&state=st4te&state=other", /another sign-in/, undefined],
    ["two codes", "code=x&code=y&state=st4te", /twice/, undefined],
    ["two issuers", "code=x&state=st4te&iss=a&iss=b", /twice/, undefined],
    ["another issuer", "code=x&state=st4te&iss=https://evil.example", /unexpected issuer/, issuer],
    ["an issuer that differs by a slash", "code=x&state=st4te&iss=https://accounts.service.example/", /issuer/, loose],
    ["no issuer where one is always named", "code=x&state=st4te", /unexpected issuer/, issuer],
    ["no code", "state=st4te", /no code/, undefined],
    ["a code of control characters", "code=a%0Ab&state=st4te", /no code/, undefined],
    ["a code without end", `code=${"a".repeat(5000)}&state=st4te`, /no code/, undefined],
    ["an unknown error", "error=flux&state=st4te", /unknown error/, undefined]
  ])("is refused with %s", (_, query, words, expected) => {
    const result = codeOf(query, expected)
    expect(Result.isFailure(result) && result.failure).toMatchObject({
      _tag: "Refused",
      guard: "signIn",
      what: expect.stringMatching(words)
    })
  })

  it.each([
    ["error=access_denied&state=st4te", "Forbidden"],
    ["error=access_denied&error_description=The+user+said+no&state=st4te&code=x", "Forbidden"],
    ["error=invalid_scope&state=st4te", "Invalid"],
    ["error=server_error&state=st4te", "Unavailable"],
    ["error=temporarily_unavailable&state=st4te", "Unavailable"]
  ])("says why there is no code: %s", (query, tag) => {
    const result = codeOf(query)
    expect(Result.isFailure(result) && result.failure._tag).toBe(tag)
  })

  it("has its state checked before anything else", () => {
    const result = codeOf("error=access_denied&state=other")
    expect(Result.isFailure(result) && result.failure._tag).toBe("Refused")
  })
})

describe("the exchange", () => {
  it.live("proves with the verifier that it belongs to the sign-in that requested the code", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, { access_token: "abc", token_type: "Bearer" }))
      const grant = yield* AuthorizationCode.finish(
        { provider: "sketch", tokens: `${server.address}/token`, clientId: "app-1" },
        { code: "c0de", verifier: Redacted.make("ver1fier"), redirectUri: "http://127.0.0.1:51004/callback" }
      )
      expect(Redacted.value(grant.accessToken)).toBe("abc")
      expect(Object.fromEntries(new URLSearchParams(server.seen[0]?.body))).toEqual({
        client_id: "app-1",
        grant_type: "authorization_code",
        code: "c0de",
        code_verifier: "ver1fier",
        redirect_uri: "http://127.0.0.1:51004/callback"
      })
    }).pipe(Effect.provide(Node.layer))
  )

  it.live("repeats neither code nor verifier in an error", () =>
    Effect.gen(function* () {
      const server = yield* serve((response, { body }) =>
        json(response, { error: "invalid_grant", error_description: `not ${body}` }, 400)
      )
      const error = yield* Effect.flip(
        AuthorizationCode.finish(
          { provider: "sketch", tokens: `${server.address}/token`, clientId: "app-1" },
          {
            code: "c0de-canary",
            verifier: Redacted.make("ver1fier-canary"),
            redirectUri: "http://127.0.0.1:1/callback"
          }
        )
      )
      expect(JSON.stringify(error)).not.toMatch(/canary/)
    }).pipe(Effect.provide(Node.layer))
  )
})
