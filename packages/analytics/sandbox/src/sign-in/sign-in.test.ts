import { createHash, createSign, generateKeyPairSync } from "node:crypto"

import { type Answered, ask } from "@inlay/sandbox-kit/testing"
import { describe, expect, it } from "vitest"

import { at, startFor } from "../testing/bench.ts"
import { desktopClient } from "./clients.ts"
import { scopes } from "./tokens.ts"

const bench = startFor()
const redirect_uri = "http://127.0.0.1:51234/callback"
const verifier = "a-verifier-of-forty-three-characters-or-more-0"
const challenge = createHash("sha256").update(verifier).digest("base64url")
const authorization = {
  client_id: desktopClient.id,
  redirect_uri,
  response_type: "code",
  scope: `${scopes.readonly} ${scopes.edit}`,
  state: "s&1=2",
  code_challenge: challenge,
  code_challenge_method: "S256",
  access_type: "offline",
  prompt: "consent"
}

const accounts = () => bench.sandbox().urls.analyticsAccounts
const form = (path: string, fields: Readonly<Record<string, string>> | URLSearchParams): Promise<Answered> =>
  ask(`${accounts()}${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString()
  })

const decide = async (
  decision: string,
  changes: object = {},
  granted = authorization.scope.split(" ")
): Promise<URLSearchParams> => {
  const fields = new URLSearchParams({ ...authorization, ...changes, decision })
  for (const scope of granted) fields.append("granted", scope)
  const { headers, status } = await form("/o/oauth2/v2/auth", fields)
  expect(status).toBe(302)
  return new URL(headers.get("location") ?? "").searchParams
}

const client = { client_id: desktopClient.id, client_secret: desktopClient.secret }
const redeem = (code: string, changes: object = {}): Promise<Answered> =>
  form("/token", {
    ...client,
    grant_type: "authorization_code",
    code,
    redirect_uri,
    code_verifier: verifier,
    ...changes
  })

const text = ({ body }: Answered, name: string): string => String(at(body, name))

describe("a person signs in", () => {
  it("is asked for consent, and returns with a code, the state and the issuer", async () => {
    const { headers, text: shown } = await ask(
      `${accounts()}/o/oauth2/v2/auth?${new URLSearchParams(authorization).toString()}`
    )
    expect(shown).toContain("sam@harbourgoods.example")
    expect(shown).not.toContain("<script")
    expect(headers.get("content-security-policy")).toContain("form-action 'self' http://127.0.0.1:51234")
    const back = await decide("approve")
    expect(Object.fromEntries(back)).toMatchObject({
      state: authorization.state,
      iss: accounts(),
      scope: authorization.scope
    })
  })

  it("the code is exchanged for tokens once, which the APIs accept until they expire", async () => {
    const code = (await decide("approve")).get("code") ?? ""
    const grant = await redeem(code)
    expect(grant.body).toMatchObject({ expires_in: 3599, token_type: "Bearer", scope: authorization.scope })
    const token = text(grant, "access_token")
    expect((await bench.admin("accountSummaries", { token })).status).toBe(200)
    expect((await redeem(code)).body).toMatchObject({ error: "invalid_grant" })
    await bench.control("/clock", { advanceSeconds: 3600 })
    expect((await bench.admin("accountSummaries", { token })).status).toBe(401)
    const renewed = await form("/token", {
      ...client,
      grant_type: "refresh_token",
      refresh_token: text(grant, "refresh_token")
    })
    expect((await bench.admin("accountSummaries", { token: text(renewed, "access_token") })).status).toBe(200)
    expect(at((await bench.control("/refreshes")).body, "total")).toBe(1)
  })

  it.each([
    ["another verifier", { code_verifier: `${verifier}x` }],
    ["no verifier", { code_verifier: "" }],
    ["another address to return to", { redirect_uri: "http://127.0.0.1:51235/callback" }],
    ["another client", { client_id: "700000000002-other.apps.sandbox.example" }]
  ])("gives no tokens for %s, and the code is used up", async (_, changes) => {
    const code = (await decide("approve")).get("code") ?? ""
    expect((await redeem(code, changes)).body).toMatchObject({ error: "invalid_grant" })
    expect((await redeem(code)).body).toMatchObject({ error: "invalid_grant" })
  })

  it("gives no tokens ten minutes later, nor for a wrong secret or client", async () => {
    const code = (await decide("approve")).get("code") ?? ""
    expect((await redeem(code, { client_secret: "wrong" })).body).toMatchObject({ error: "invalid_client" })
    expect((await redeem(code, { client_id: "nobody" })).body).toMatchObject({ error: "invalid_client" })
    await bench.control("/clock", { advanceSeconds: 600 })
    expect((await redeem(code)).body).toMatchObject({ error: "invalid_grant" })
  })

  it("a person may refuse, or grant fewer scopes than requested", async () => {
    expect((await decide("deny")).get("error")).toBe("access_denied")
    const back = await decide("approve", {}, [scopes.readonly])
    const grant = await redeem(back.get("code") ?? "")
    expect(text(grant, "scope")).toBe(scopes.readonly)
    const change = { method: "DELETE", token: text(grant, "access_token") }
    expect((await bench.admin("properties/320102", change)).status).toBe(403)
  })

  it("a refresh token is only issued with offline access, and again only after new consent", async () => {
    const tokens = async (changes: object) => (await redeem((await decide("approve", changes)).get("code") ?? "")).body
    expect(await tokens({ access_type: "online" })).not.toHaveProperty("refresh_token")
    expect(await tokens({ prompt: "" })).toHaveProperty("refresh_token")
    expect(await tokens({ prompt: "" })).not.toHaveProperty("refresh_token")
    expect(await tokens({})).toHaveProperty("refresh_token")
  })

  it.each([
    ["an unknown client", { client_id: "nobody" }, 401],
    ["an address elsewhere", { redirect_uri: "https://evil.example/callback" }, 400],
    ["an address that looks local", { redirect_uri: "http://127.0.0.1.evil.example/" }, 400],
    ["an unknown scope", { scope: "https://www.googleapis.com/auth/everything" }, 400],
    ["another type of answer", { response_type: "token" }, 400]
  ])("does not redirect for %s", async (_, changes, status) => {
    const query = new URLSearchParams({ ...authorization, ...changes }).toString()
    const answer = await ask(`${accounts()}/o/oauth2/v2/auth?${query}`)
    expect([answer.status, answer.headers.get("location")]).toEqual([status, null])
  })

  it("revoking ends the refresh token and the tokens issued from it", async () => {
    const grant = await redeem((await decide("approve")).get("code") ?? "")
    expect((await form("/revoke", { token: text(grant, "refresh_token") })).status).toBe(200)
    expect((await bench.admin("accountSummaries", { token: text(grant, "access_token") })).status).toBe(401)
    expect((await form("/revoke", { token: text(grant, "refresh_token") })).body).toMatchObject({
      error: "invalid_token"
    })
  })

  it("a client in testing loses its refresh token after a week", async () => {
    const testing = { client_id: "700000000001-testing.apps.sandbox.example" }
    const grant = await redeem((await decide("approve", testing)).get("code") ?? "", testing)
    const renew = () =>
      form("/token", {
        ...client,
        ...testing,
        grant_type: "refresh_token",
        refresh_token: text(grant, "refresh_token")
      })
    expect((await renew()).status).toBe(200)
    await bench.control("/clock", { advanceSeconds: 7 * 86_400 })
    expect((await renew()).body).toMatchObject({
      error: "invalid_grant",
      error_description: "Token has been expired or revoked."
    })
  })
})

describe("a service account signs in", () => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")

  const grant = async (changes: object = {}, header: object = {}, key?: string): Promise<Answered> => {
    const { body: file } = await ask(`${bench.sandbox().control}/service-account`)
    const iat = Math.floor(Date.now() / 1000)
    const claims = {
      iss: at(file, "client_email"),
      scope: scopes.readonly,
      aud: at(file, "token_uri"),
      iat,
      exp: iat + 3600,
      ...changes
    }
    const signing = `${part({ alg: "RS256", typ: "JWT", ...header })}.${part(claims)}`
    const signature = createSign("RSA-SHA256")
      .update(signing)
      .sign(key ?? String(at(file, "private_key")), "base64url")
    return form("/token", {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: `${signing}.${signature}`
    })
  }

  it("with a signed assertion, and has its own roles", async () => {
    const token = text(await grant(), "access_token")
    const { body } = await bench.admin("accountSummaries", { token })
    expect(at(body, "accountSummaries", 0, "propertySummaries", 0, "canEdit")).toBe(true)
    expect(at(body, "accountSummaries", 1, "propertySummaries")).toHaveLength(1)
    expect((await bench.admin("properties/320101", { method: "DELETE", token })).status).toBe(403)
  })

  it.each([
    ["another audience", { aud: "https://oauth2.googleapis.com/token" }, {}, "audience"],
    ["a long life", { exp: Math.floor(Date.now() / 1000) + 90_000 }, {}, "short-lived"],
    ["another time", { iat: 1, exp: 3601 }, {}, "short-lived"],
    ["another account", { iss: "somebody@else.example" }, {}, "account not found"],
    ["another algorithm", {}, { alg: "none" }, "Signature"]
  ])("is refused with %s", async (_, claims, header, words) => {
    const { body, status } = await grant(claims, header)
    expect([status, at(body, "error")]).toEqual([400, "invalid_grant"])
    expect(at(body, "error_description")).toContain(words)
  })

  it("is refused with another key, or for an unknown scope", async () => {
    const { privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" }
    })
    expect((await grant({}, {}, privateKey)).body).toMatchObject({ error_description: "Invalid JWT Signature." })
    expect((await grant({ scope: "everything" })).body).toMatchObject({ error: "invalid_scope" })
  })
})
