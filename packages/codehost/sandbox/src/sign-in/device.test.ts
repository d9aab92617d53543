import { expect, it } from "vitest"

import { at, startFor } from "../testing/bench.ts"
import { expiringApp, oauthApp } from "./apps.ts"
import { askToken, deviceGrant, postForm, signIn, text } from "./testing.ts"

const bench = startFor()
const client_id = oauthApp.clientId

const begin = (scope = "repo gist") => postForm(bench, "/login/device/code", { client_id, scope })
const poll = (device_code: string, form: Readonly<Record<string, string>> = {}) =>
  askToken(bench, { client_id, device_code, grant_type: deviceGrant, ...form })
const wait = (advanceSeconds: number) => bench.control("/clock", { advanceSeconds })

it("returns a device code and a user code", async () => {
  const { body, headers, status } = await begin()
  expect([status, headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"])
  expect(body).toEqual({
    device_code: expect.stringMatching(/^[0-9a-f]{40}$/),
    user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-Z2-9]{4}-[B-DF-HJ-NP-TV-Z2-9]{4}$/),
    verification_uri: `${bench.sandbox().origin}/codehost-web/login/device`,
    expires_in: 900,
    interval: 5
  })
})

it("waits for the person, then returns one token that the API accepts, with the known scopes", async () => {
  const begun = await begin("repo nonsense,gist public_repo")
  const code = text(begun, "device_code")
  expect((await poll(code)).body).toMatchObject({ error: "authorization_pending" })
  await wait(5)
  await bench.control("/device/approve", { user_code: text(begun, "user_code").toLowerCase() })
  const { body, status } = await poll(code)
  expect([status, body]).toEqual([
    200,
    { access_token: expect.stringMatching(/^gho_[0-9A-Za-z]{36}$/), token_type: "bearer", scope: "gist,repo" }
  ])
  const user = await bench.ask("/user", { token: String(at(body, "access_token")) })
  expect([user.status, at(user.body, "login")]).toEqual([200, "mona"])
  expect(user.headers.get("x-oauth-scopes")).toBe("gist, repo")
  await wait(5)
  expect((await poll(code)).body).toMatchObject({ error: "incorrect_device_code" })
})

it("slows down clients that poll too often, by five seconds each time, even after the person has decided", async () => {
  const begun = await begin()
  const code = text(begun, "device_code")
  await poll(code)
  expect((await poll(code)).body).toMatchObject({ error: "slow_down", interval: 10 })
  await bench.control("/device/approve", { user_code: text(begun, "user_code") })
  await wait(2)
  expect((await poll(code)).body).toMatchObject({ error: "slow_down", interval: 15 })
  await wait(15)
  expect((await poll(code)).body).toMatchObject({ token_type: "bearer" })
})

it("refuses after the person denied, and after the code expired", async () => {
  const [refusal, late] = [await begin(), await begin()]
  await bench.control("/device/deny", { user_code: text(refusal, "user_code") })
  expect((await poll(text(refusal, "device_code"))).body).toMatchObject({ error: "access_denied" })
  await wait(900)
  expect((await poll(text(late, "device_code"))).body).toMatchObject({ error: "expired_token" })
  expect((await bench.control("/device/approve", { user_code: text(late, "user_code") })).status).toBe(400)
})

it.each([
  [{ device_code: "0".repeat(40) }, "incorrect_device_code"],
  [{ client_id: "nobody" }, "incorrect_client_credentials"],
  [{ client_id: expiringApp.clientId }, "incorrect_device_code"],
  [{ grant_type: "device_code" }, "unsupported_grant_type"],
  [{ client_id: "Ov23liSandboxNoDevic" }, "device_flow_disabled"]
])("with %j the status is 200 and the error %s", async (form, error) => {
  const { body, status } = await poll(text(await begin(), "device_code"), form)
  expect([status, body]).toEqual([
    200,
    { error, error_description: expect.any(String), error_uri: expect.stringMatching(/^https:/) }
  ])
})

it("starts nothing for an application that is unknown or has no device flow", async () => {
  const unknown = await postForm(bench, "/login/device/code", { client_id: "nobody" })
  expect([unknown.status, unknown.body]).toEqual([404, { error: "Not Found" }])
  const without = await postForm(bench, "/login/device/code", { client_id: "Ov23liSandboxNoDevic" })
  expect([without.status, at(without.body, "error")]).toEqual([400, "device_flow_disabled"])
})

it("answers in form encoding unless JSON is requested", async () => {
  const { headers, text: answer } = await bench.ask(`${bench.sandbox().origin}/codehost-web/login/device/code`, {
    method: "POST",
    token: null,
    headers: { "content-type": "application/json" },
    body: { client_id }
  })
  expect(headers.get("content-type")).toBe("application/x-www-form-urlencoded; charset=utf-8")
  expect(new URLSearchParams(answer).get("interval")).toBe("5")
})

it("lets a person decide on a page, and lets tests set the interval", async () => {
  await bench.control("/device/interval", { seconds: 0 })
  const begun = await begin()
  const [code, user_code] = [text(begun, "device_code"), text(begun, "user_code")]
  await poll(code)
  expect((await poll(code)).body).toMatchObject({ error: "authorization_pending" })
  const page = (form: Readonly<Record<string, string>>) => postForm(bench, "/login/device", form)
  expect((await page({ user_code: "AAAA-AAAA" })).text).toContain('role="alert"')
  expect((await page({ user_code })).text).toContain("<code>gist</code>")
  expect((await poll(code)).body).toMatchObject({ error: "authorization_pending" })
  await page({ user_code, decision: "approve" })
  expect((await poll(code)).body).toMatchObject({ token_type: "bearer" })
})

it("lists pending sign-ins, and clears them on reset", async () => {
  const begun = await begin("repo")
  const pending = [{ user_code: text(begun, "user_code"), client_id, scopes: ["repo"] }]
  expect((await bench.control("/device")).body).toEqual({ pending })
  await bench.control("/reset", {})
  expect((await bench.control("/device")).body).toEqual({ pending: [] })
  expect((await signIn(bench, client_id, "repo")).body).toMatchObject({ scope: "repo" })
})
