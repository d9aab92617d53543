import { hash } from "node:crypto"

import { expect, it } from "vitest"

import { at, startFor } from "../testing/bench.ts"
import { expiringApp, oauthApp } from "./apps.ts"
import { askToken, postForm } from "./testing.ts"

const bench = startFor()
const { clientId: client_id, secret: client_secret } = oauthApp
const redirect_uri = "http://127.0.0.1:5123/callback"
const verifier = "v".repeat(64)
const pkce = { code_challenge: hash("sha256", verifier, "base64url"), code_challenge_method: "S256" }

type Form = Readonly<Record<string, string>>
const request: Form = { client_id, redirect_uri, scope: "repo", state: "s&1", ...pkce }

const decide = async (form: Form, decision = "approve"): Promise<URL> => {
  const { headers, status } = await postForm(bench, "/login/oauth/authorize", { ...form, decision })
  expect(status).toBe(302)
  return new URL(headers.get("location") ?? "")
}

const codeFor = async (form: Form = request): Promise<string> => (await decide(form)).searchParams.get("code") ?? ""

const redeem = (code: string, form: Form = {}) =>
  askToken(bench, { client_id, client_secret, code, redirect_uri, code_verifier: verifier, ...form })

it("shows the application and its scopes, and the form only leads back to the application", async () => {
  const address = `${bench.sandbox().origin}/codehost-web/login/oauth/authorize?${new URLSearchParams(request).toString()}`
  const { headers, status, text } = await bench.ask(address, { token: null })
  expect(status).toBe(200)
  expect(text).toContain("<code>repo</code>")
  expect(text).toContain('name="state" value="s&amp;1"')
  expect(headers.get("content-security-policy")).toContain("form-action 'self' http://127.0.0.1:5123;")
})

it("sends the person back with a code and the state, and returns one token for it", async () => {
  const location = await decide(request)
  expect([location.origin, location.pathname, location.searchParams.get("state")]).toEqual([
    "http://127.0.0.1:5123",
    "/callback",
    "s&1"
  ])
  const code = location.searchParams.get("code") ?? ""
  const grant = await redeem(code)
  expect(grant.body).toMatchObject({ scope: "repo", token_type: "bearer" })
  expect((await bench.ask("/user", { token: String(at(grant.body, "access_token")) })).status).toBe(200)
  expect((await redeem(code)).body).toMatchObject({ error: "bad_verification_code" })
})

it.each<[string, Form, string]>([
  ["another proof", { code_verifier: "w".repeat(64) }, "bad_verification_code"],
  ["no proof", { code_verifier: "" }, "bad_verification_code"],
  ["another address", { redirect_uri: "http://127.0.0.1:5123/callback/x" }, "bad_verification_code"],
  ["another application", { client_id: expiringApp.clientId }, "bad_verification_code"],
  ["a wrong secret", { client_secret: "wrong" }, "incorrect_client_credentials"]
])("gives nothing for %s, and the code is spent", async (_, form, error) => {
  const code = await codeFor()
  expect((await redeem(code, form)).body).toMatchObject({ error })
  if (error === "bad_verification_code") expect((await redeem(code)).body).toMatchObject({ error })
})

it("returns nothing without a secret, nor ten minutes later", async () => {
  const { client_secret: _, ...form } = { client_id, client_secret, code: await codeFor(), redirect_uri }
  expect((await askToken(bench, form)).body).toMatchObject({ error: "incorrect_client_credentials" })
  const code = await codeFor()
  await bench.control("/clock", { advanceSeconds: 600 })
  expect((await redeem(code)).body).toMatchObject({ error: "bad_verification_code" })
})

it("tells the application if the person denied, or its request was invalid", async () => {
  const answer = (await decide(request, "deny")).searchParams
  expect([answer.get("error"), answer.get("state")]).toEqual(["access_denied", "s&1"])
  const plain = (await decide({ ...request, code_challenge_method: "plain" })).searchParams
  expect([plain.get("error"), plain.get("code")]).toEqual(["invalid_request", null])
})

it("never redirects to an address that is not the application's", async () => {
  for (const elsewhere of [
    "https://evil.example/callback",
    "http://127.0.0.1.evil.example/callback",
    "http://127.0.0.1:5123/callbackx",
    "https://127.0.0.1:5123/callback",
    "nonsense"
  ]) {
    const location = await decide({ ...request, redirect_uri: elsewhere })
    expect(`${location.origin}${location.pathname}`).toBe(oauthApp.callbackUrl)
    expect(location.searchParams.get("error")).toBe("redirect_uri_mismatch")
  }
  expect((await postForm(bench, "/login/oauth/authorize", { ...request, client_id: "nobody" })).status).toBe(404)
})
