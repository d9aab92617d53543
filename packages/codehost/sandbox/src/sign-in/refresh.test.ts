import { expect, it } from "vitest"

import { type Answered, at, startFor } from "../testing/bench.ts"
import { expiringApp, oauthApp } from "./apps.ts"
import { askToken, signIn, text } from "./testing.ts"

const bench = startFor()
const client_id = expiringApp.clientId

const refresh = (grant: Answered, form: Readonly<Record<string, string>> = {}) =>
  askToken(bench, {
    client_id,
    grant_type: "refresh_token",
    refresh_token: text(grant, "refresh_token"),
    ...form
  })

const works = async (grant: Answered): Promise<boolean> =>
  (await bench.ask("/user", { token: text(grant, "access_token") })).status === 200

it("returns expiring tokens, without scopes, with a refresh token", async () => {
  const grant = await signIn(bench, client_id, "repo")
  expect(grant.body).toEqual({
    access_token: expect.stringMatching(/^ghu_[0-9A-Za-z]{36}$/),
    token_type: "bearer",
    scope: "",
    expires_in: 28_800,
    refresh_token: expect.stringMatching(/^ghr_[0-9A-Za-z]{76}$/),
    refresh_token_expires_in: 15_897_600
  })
  expect(await works(grant)).toBe(true)
  await bench.control("/clock", { advanceSeconds: 28_801 })
  const late = await bench.ask("/user", { token: text(grant, "access_token") })
  expect([late.status, at(late.body, "message")]).toEqual([401, "Bad credentials"])
})

it("refreshes once per refresh token, and revokes both old tokens", async () => {
  const first = await signIn(bench, client_id, "")
  const second = await refresh(first)
  expect(second.body).toMatchObject({ expires_in: 28_800 })
  expect([await works(first), await works(second)]).toEqual([false, true])
  const third = await refresh(first)
  expect([third.status, at(third.body, "error")]).toEqual([200, "bad_refresh_token"])
  expect(await works(second)).toBe(true)
  expect((await bench.control("/refreshes")).body).toMatchObject({
    total: 2,
    renewed: 1,
    items: [{ client_id, outcome: "renewed" }, { outcome: "bad_refresh_token" }]
  })
})

it("refreshes after the access token has expired, but not after half a year", async () => {
  const first = await signIn(bench, client_id, "")
  await bench.control("/clock", { advanceSeconds: 90_000 })
  const second = await refresh(first)
  expect(await works(second)).toBe(true)
  await bench.control("/clock", { advanceSeconds: 15_897_600 })
  expect((await refresh(second)).body).toMatchObject({ error: "bad_refresh_token" })
})

it("knows whose refresh token it is", async () => {
  const grant = await signIn(bench, client_id, "")
  const wrong = await refresh(grant, { client_secret: "wrong" })
  expect(wrong.body).toMatchObject({ error: "incorrect_client_credentials" })
  expect((await refresh(grant, { client_id: oauthApp.clientId })).body).toMatchObject({ error: "bad_refresh_token" })
  expect(await works(await refresh(grant, { client_secret: expiringApp.secret }))).toBe(true)
})

it("revokes all given tokens, without saying which were valid", async () => {
  const [one, other, third] = [
    await signIn(bench, client_id, ""),
    await signIn(bench, client_id, ""),
    await signIn(bench, oauthApp.clientId, "repo")
  ]
  const credentials = [text(one, "access_token"), text(other, "refresh_token"), text(third, "access_token"), "ghp_no"]
  const revocation = await bench.ask("/credentials/revoke", { body: { credentials }, token: null })
  expect([revocation.status, revocation.body]).toEqual([202, {}])
  expect([await works(one), await works(other), await works(third)]).toEqual([false, false, false])
  expect((await refresh(other)).body).toMatchObject({ error: "bad_refresh_token" })
})

it.each([[{}], [{ credentials: [] }], [{ credentials: "x" }], [{ credentials: [1] }]])(
  "refuses to revoke %j",
  async (body) => expect((await bench.ask("/credentials/revoke", { body, token: null })).status).toBe(422)
)
