import { createVerify, generateKeyPairSync } from "node:crypto"

import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { json, serve } from "../../tests/provider.ts"
import { clockOf } from "../time/TrustedClock.ts"
import * as Node from "../transport/node.ts"
import * as Server from "./AuthorizationServer.ts"
import * as MintedTokens from "./MintedTokens.ts"
import * as ServiceAccount from "./ServiceAccount.ts"

const pair = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" }
})

const FILE = {
  type: "service_account",
  project_id: "demo",
  private_key_id: "k-1",
  private_key: pair.privateKey,
  client_email: "robot@demo.iam.service.example",
  client_id: "1",
  token_uri: "https://oauth2.service.example/token"
}

const read = (file: unknown) =>
  ServiceAccount.read("key_file", Redacted.make(typeof file === "string" ? file : JSON.stringify(file)))

const decode = (part = ""): unknown => JSON.parse(Buffer.from(part, "base64url").toString())

describe("a key file", () => {
  it("is read", () => {
    expect(Result.getOrThrow(read(FILE))).toMatchObject({ clientEmail: FILE.client_email, tokens: FILE.token_uri })
  })

  it.each([
    ["begins with a byte order mark", `\uFEFF${JSON.stringify(FILE)}`],
    ["has line ends that were escaped twice", { ...FILE, private_key: pair.privateKey.replaceAll("\n", "\\n") }]
  ])("is read although it %s", (_, file) => {
    expect(Redacted.value(Result.getOrThrow(read(file)).privateKey)).toBe(pair.privateKey)
  })

  it.each<[string, unknown, RegExp]>([
    ["not JSON", "-----BEGIN PRIVATE KEY-----", /not valid JSON/],
    ["a list", [], /does not have the type/],
    ["of a user", { ...FILE, type: "authorized_user" }, /does not have the type/],
    ["without an address", { ...FILE, client_email: "" }, /client_email/],
    ["without a key", { ...FILE, private_key: "canary" }, /private key/],
    ["of a plain http endpoint", { ...FILE, token_uri: "http://oauth2.service.example/token" }, /token_uri/],
    ["of an invalid endpoint", { ...FILE, token_uri: 7 }, /token_uri/]
  ])("is refused if it is %s", (_, file, words) => {
    const result = read(file)
    expect(Result.isFailure(result) && result.failure).toMatchObject({
      _tag: "Invalid",
      what: expect.stringMatching(words),
      fields: [{ field: "key_file" }]
    })
    expect(JSON.stringify(result)).not.toMatch(/canary|robot@/)
  })
})

describe("a token of a service account", () => {
  it.live("is requested with an assertion signed by its key", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, { access_token: "abc", expires_in: 3599 }))
      const key = Result.getOrThrow(read({ ...FILE, token_uri: `${server.address}/token` }))
      const grant = yield* ServiceAccount.grant("sketch", key, ["a.read", "b"])
      expect(Redacted.value(grant.accessToken)).toBe("abc")
      // The server lists no scopes, so it granted those that were requested.
      expect(grant.scopes).toEqual(["a.read", "b"])
      const form = new URLSearchParams(server.seen[0]?.body)
      expect([form.get("grant_type"), form.has("client_id")]).toEqual([
        "urn:ietf:params:oauth:grant-type:jwt-bearer",
        false
      ])
      const [header, claims, signature = ""] = (form.get("assertion") ?? "").split(".")
      expect(decode(header)).toEqual({ alg: "RS256", typ: "JWT", kid: "k-1" })
      const { iat, exp, ...rest } = decode(claims) as Record<string, number>
      expect(rest).toEqual({ iss: FILE.client_email, scope: "a.read b", aud: `${server.address}/token` })
      expect([Math.abs((iat ?? 0) - Date.now() / 1000) < 10, (exp ?? 0) - (iat ?? 0)]).toEqual([true, 3600])
      const verify = createVerify("RSA-SHA256").update(`${header}.${claims}`)
      expect(verify.verify(pair.publicKey, Buffer.from(signature, "base64url"))).toBe(true)
    }).pipe(Effect.provide(Node.layer))
  )

  // https://www.rfc-editor.org/rfc/rfc7523#section-3.1
  it.live("that is refused means a rejected key or a wrong clock: nobody can sign in again", () =>
    Effect.gen(function* () {
      const server = yield* serve((response, { body }) => {
        const words = `Invalid JWT Signature: ${new URLSearchParams(body).get("assertion")}`
        json(response, { error: "invalid_grant", error_description: words }, 400)
      })
      const key = Result.getOrThrow(read({ ...FILE, token_uri: `${server.address}/token` }))
      const { reason } = yield* Effect.flip(ServiceAccount.grant("sketch", key, ["a.read"]))
      expect(reason).toMatchObject({
        _tag: "Unauthorized",
        what: expect.stringMatching(/key.*clock.*It says: “Invalid JWT Signature: <redacted>”/),
        remedy: { to: "renewKey" }
      })
      expect(reason.what).not.toMatch(/sign-in/)
    }).pipe(Effect.provide(Node.layer))
  )

  it.live("has the scopes that the server lists, and is requested without an id of the key if the file has none", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, { access_token: "abc", scope: "a.read" }))
      const file = { ...FILE, private_key_id: undefined, token_uri: `${server.address}/token` }
      const grant = yield* ServiceAccount.grant("sketch", Result.getOrThrow(read(file)), ["a.read", "b"])
      expect(grant.scopes).toEqual(["a.read"])
      const [header] = (new URLSearchParams(server.seen[0]?.body).get("assertion") ?? "").split(".")
      expect(decode(header)).toEqual({ alg: "RS256", typ: "JWT" })
    }).pipe(Effect.provide(Node.layer))
  )

  it.live("is not requested with a key that cannot sign", () =>
    Effect.gen(function* () {
      const brokenKey = "-----BEGIN PRIVATE KEY-----\nQUJD\n-----END PRIVATE KEY-----"
      const key = Result.getOrThrow(read({ ...FILE, private_key: brokenKey }))
      const error = yield* Effect.flip(ServiceAccount.grant("sketch", key, []))
      expect(error.reason._tag).toBe("Invalid")
    }).pipe(Effect.provide(Node.layer))
  )
})

describe("minted tokens", () => {
  it.live("are made once for all callers, kept until they expire, and renewed with the newest refresh token", () =>
    Effect.gen(function* () {
      const tokenServer = yield* serve((response, _, n) =>
        json(response, {
          access_token: `access-${n}`,
          // A server that leaves it out goes on accepting the one before.
          ...(n !== 2 && { refresh_token: `refresh-${n}` }),
          expires_in: n === 1 ? 1 : 3600,
          scope: `scope-${n}`
        })
      )
      const server = { provider: "sketch", tokens: `${tokenServer.address}/token`, clientId: "a" }
      const tokens = yield* MintedTokens.make((latest) => Server.refresh(server, latest ?? Redacted.make("refresh-0")))
      expect(tokens.secrets()).toEqual([])
      const first = yield* Effect.all([tokens.current, tokens.current], { concurrency: 2 })
      expect(first.map(({ value }) => Redacted.value(value))).toEqual(["Bearer access-1", "Bearer access-1"])
      const system = yield* Clock.Clock
      const later = clockOf(system, () => system.currentTimeMillisUnsafe() + 1_000)
      const renewed = yield* Effect.provideService(tokens.current, Clock.Clock, later)
      expect(Redacted.value(renewed.value)).toBe("Bearer access-2")
      const second = yield* tokens.current
      expect(Redacted.value(second.value)).toBe("Bearer access-2")
      yield* tokens.renew(second)
      expect(tokenServer.seen.map(({ body }) => new URLSearchParams(body).get("refresh_token"))).toEqual([
        "refresh-0",
        "refresh-1",
        "refresh-1"
      ])
      expect(tokens.secrets().map(Redacted.value)).toEqual(expect.arrayContaining(["access-3", "refresh-3"]))
      expect(tokens.scopes?.()).toEqual(["scope-3"])
    }).pipe(Effect.provide(Node.layer))
  )

  it.live("say why there is none", () =>
    Effect.gen(function* () {
      const tokenServer = yield* serve((response) => json(response, { error: "invalid_grant" }, 400))
      const server = { provider: "sketch", tokens: `${tokenServer.address}/token`, clientId: "a" }
      const tokens = yield* MintedTokens.make(() => Server.refresh(server, Redacted.make("refresh-0")))
      expect((yield* Effect.flip(tokens.current)).reason._tag).toBe("Unauthorized")
    }).pipe(Effect.provide(Node.layer))
  )
})
