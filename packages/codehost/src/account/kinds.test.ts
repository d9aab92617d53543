import { make as makeAccount, type CheckReport } from "@inlay/agent-plugin/Account"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

import { services, world } from "../../tests/world.ts"
import { apiAddress, scopes as allScopes, webAddress } from "../vendors.ts"
import { checkBy } from "./inspection.ts"
import { accessToken, signIn } from "./kinds.ts"
import { settingsOf } from "./settings.ts"

const account = (values: Readonly<Record<string, string>>, kind = accessToken) =>
  makeAccount({ plugin: "codehost", name: "work", kind, values, revision: "1" })

const settings = (values: Readonly<Record<string, string>>) =>
  Result.getOrThrow(settingsOf(account({ token: "secret-token", ...values })))

const tokenHeader = (values: Readonly<Record<string, string>>) => {
  const { credential } = settings(values)
  return "value" in credential ? [credential.header, Redacted.value(credential.value)] : []
}

it("the form says with which scopes a token covers all steps", () => {
  expect(accessToken.fields.find(({ name }) => name === "token")?.help).toContain(`the scopes ${allScopes.join(", ")} `)
})

describe("settings", () => {
  it("default to the public service, a bearer token and no restriction", () => {
    expect(settings({})).toMatchObject({
      baseAddress: { origin: apiAddress, path: "" },
      headers: {},
      repositories: [],
      readOnly: false
    })
    expect(tokenHeader({})).toEqual(["authorization", "Bearer secret-token"])
  })

  it("are the same for a sign-in, once there is a token", () => {
    const { settings: values } = account({ client_id: "c" }, signIn)
    expect(values).toMatchObject({ base_url: apiAddress, sign_in_url: webAddress, client_id: "c" })
    expect(Result.isFailure(settingsOf(account({ client_id: "c" }, signIn)))).toBe(true)
    expect(Result.isSuccess(settingsOf(account({ client_id: "c", token: "t" }, signIn)))).toBe(true)
  })

  it("of a sign-in send the token that is renewed, and not the one that was entered", () => {
    const tokens = { current: Effect.die(""), renew: () => Effect.die(""), secrets: () => [] }
    const signedIn = { ...account({ client_id: "c", token: "t" }, signIn), tokens }
    expect(Result.getOrThrow(settingsOf(signedIn)).credential).toBe(tokens)
  })

  it("define how the token is sent to an enterprise server", () => {
    expect(tokenHeader({ auth_scheme: "token" })).toEqual(["authorization", "token secret-token"])
    for (const auth_scheme of ["none", "None"]) {
      expect(tokenHeader({ auth_header: "X-Api-Key", auth_scheme })).toEqual(["x-api-key", "secret-token"])
    }
    expect(settings({ extra_headers: '{"X-Tenant": "acme"}' }).headers).toEqual({ "x-tenant": "acme" })
  })

  it("limit the account", () => {
    expect(settings({ repositories: "acme/widgets, mona/dotfiles\nacme/a.b", read_only: "true" })).toMatchObject({
      repositories: ["acme/widgets", "mona/dotfiles", "acme/a.b"],
      readOnly: true
    })
  })

  it.each([
    [{}, "Unauthorized", /^the account work has no access token\./i],
    [{ token: "t", base_url: "http://api.example" }, "Refused", /plain http/],
    [{ token: "t", repositories: "acme" }, "Invalid", /repositories/],
    [{ token: "t", repositories: "acme/../x" }, "Invalid", /repositories/],
    [{ token: "t", repositories: "https://codehost.example/acme/widgets" }, "Invalid", /repositories/],
    [{ token: "t", auth_header: "host" }, "Invalid", /auth_header/],
    [{ token: "t", auth_header: "accept" }, "Invalid", /auth_header/],
    [{ token: "t", auth_header: "a b" }, "Invalid", /auth_header/],
    [{ token: "t", auth_header: "x-github-api-version" }, "Invalid", /auth_header/],
    [{ token: "t", auth_scheme: "Bearer x" }, "Invalid", /auth_scheme/],
    [{ token: "t", extra_headers: "x-tenant: acme" }, "Invalid", /extra_headers/],
    [{ token: "t", extra_headers: '{"x-tenant": 7}' }, "Invalid", /extra_headers/],
    [{ token: "t", extra_headers: '{"host": "evil.example"}' }, "Invalid", /extra_headers/],
    [{ token: "t", extra_headers: '{"authorization": "x"}' }, "Invalid", /extra_headers/],
    [{ token: "t", extra_headers: '{"a": "x\\r\\ny"}' }, "Invalid", /extra_headers/]
  ])("refuse %j before anything is sent", (values, tag, words) => {
    const result = settingsOf(account(values))
    expect(Result.isFailure(result) && result.failure.reason._tag).toBe(tag)
    expect(Result.isFailure(result) && result.failure.message).toMatch(words)
  })
})

it.each([
  [{}, "https://github.com/settings/tokens"],
  [{ base_url: "https://api.octocorp.ghe.com" }, "https://octocorp.ghe.com/settings/tokens"],
  [{ base_url: "https://code.acme.example/api/v3" }, "https://code.acme.example/settings/tokens"],
  [{ base_url: "http://127.0.0.1:4680/codehost" }, "http://127.0.0.1:4680/settings/tokens"]
])("says where the token of an account with %j is deleted", async (values, page) => {
  const report = await Effect.runPromise(
    Effect.provide(accessToken.revoke?.(account(values)) ?? Effect.die("none"), services)
  )
  expect(report).toMatchObject({ revoked: false, left: expect.stringContaining(` ${page} `) })
})

describe("check", () => {
  const { check, sandbox } = world()
  const tokenWith = async (token: object) => {
    const response = await fetch(`${sandbox().control}/tokens`, { method: "POST", body: JSON.stringify(token) })
    return ((await response.json()) as { readonly token: string }).token
  }

  it("reports the token's owner, its scopes and its remaining limits", async () => {
    expect(await check({})).toMatchObject({
      ok: true,
      identity: "mona",
      scopes: expect.arrayContaining(["repo", "gist"]),
      limits: [
        { label: "Rate limit", value: expect.stringMatching(/^\d+ of 5000 left$/) },
        { label: "Search limit", value: expect.stringMatching(/^\d+ of 30 left$/) },
        { label: "GraphQL limit", value: expect.stringMatching(/^\d+ of 5000 left$/) }
      ],
      problems: []
    })
  })

  it("says what to do about a wrong token, and does not repeat it", async () => {
    const report = await check({ token: "another-token" })
    expect(report).toMatchObject({
      ok: false,
      problems: [{ what: expect.stringMatching(/token/), remedy: { to: "renewKey" } }]
    })
    expect(JSON.stringify(report)).not.toContain("another-token")
  })

  it("names the missing scopes and what needs them; scopes for writing only if the account may write", async () => {
    const token = await tokenWith({ kind: "classic", scopes: ["repo"] })
    const { problems, ok } = await check({ token })
    expect(ok).toBe(true)
    expect(problems.map(({ what }) => /the scope (\S+)\./.exec(what)?.[1])).toEqual([
      "workflow",
      "gist",
      "project",
      "read:org"
    ])
    const readOnly = await check({ token, read_only: "true" })
    expect(readOnly.problems.map(({ what }) => /the scope (\S+)\./.exec(what)?.[1])).toEqual(["read:org"])
  })

  it.each(["repo", "public_repo"])("accepts %s, and a scope that includes the required one", async (scope) => {
    const token = await tokenWith({ kind: "classic", scopes: [scope, "workflow", "gist", "project", "admin:org"] })
    expect((await check({ token })).problems).toEqual([])
  })

  it("reports no scopes for a token that has permissions", async () => {
    const token = await tokenWith({ kind: "fine-grained", permissions: { all: "write" } })
    expect(await check({ token })).toMatchObject({ ok: true, scopes: [], problems: [] })
  })

  it("misses no scope of such a token either if the service reports an empty list of them", async () => {
    const headers = { "x-oauth-scopes": "", "x-accepted-github-permissions": "metadata=read" }
    const checking = checkBy(() =>
      Effect.succeed({
        identity: Effect.succeed({ login: "mona", headers }),
        repository: () => Effect.die("not asked"),
        limits: Effect.succeed({ resources: {} })
      })
    )
    const report = await Effect.runPromise(Effect.provide(checking(account({ token: "t" })), services))
    expect(report).toMatchObject({ ok: true, scopes: [], problems: [] })
  })

  const DAY_SECONDS = 86_400
  const dayAfter = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString().slice(0, 10)
  const scopes = ["repo", "workflow", "gist", "project", "read:org"]

  it.each([
    ["in a month", 30 * DAY_SECONDS, false],
    ["in a week and a day", 8 * DAY_SECONDS, false],
    ["in six days", 6 * DAY_SECONDS, true],
    ["in an hour", 3600, true]
  ])("says when a token ends, and that it has to be renewed in its last week: %s", async (_, seconds, isSoon) => {
    const report = await check({ token: await tokenWith({ scopes, expiresInSeconds: seconds }) })
    const day = dayAfter(seconds)
    expect(report).toMatchObject({ ok: true, limits: expect.arrayContaining([{ label: "Token ends", value: day }]) })
    const problem = { what: `The token ends on ${day}.`, remedy: { to: "renewKey" } }
    expect(report.problems).toEqual(isSoon ? [problem] : [])
  })

  it("says nothing of the end of a token that does not end, or that a sign-in renews", async () => {
    const labels = ({ limits }: CheckReport) => limits.map(({ label }) => label)
    expect(labels(await check({}))).not.toContain("Token ends")
    const token = await tokenWith({ scopes, expiresInSeconds: 3600 })
    const signedIn = account({ base_url: sandbox().urls.codehost, token }, signIn)
    const report = await Effect.runPromise(Effect.provide(signIn.check(signedIn), services))
    expect(report).toMatchObject({ ok: true, identity: "mona", scopes, problems: [] })
    expect(labels(report)).not.toContain("Token ends")
  })

  it.each([
    ["a problem of a token that may only read", { pull: true, push: false }, "false", ["write access"]],
    ["none of an account that is read-only", { pull: true, push: false }, "true", []],
    ["none of an app's token, for which the service states no rights", { pull: false, push: false }, "false", []]
  ])("a repository without the right to write is %s", async (_, permissions, read_only, needs) => {
    const checking = checkBy(() =>
      Effect.succeed({
        identity: Effect.succeed({ login: "mona", headers: { "x-oauth-scopes": scopes.join() } }),
        repository: () => Effect.succeed({ permissions }),
        limits: Effect.succeed({ resources: {} })
      })
    )
    const limited = account({ token: "t", repositories: "acme/widgets", read_only })
    const { ok, problems } = await Effect.runPromise(Effect.provide(checking(limited), services))
    expect([ok, problems.map(({ remedy }) => remedy)]).toEqual([
      needs.length === 0,
      needs.map((right) => ({ to: "ask", whom: "administrator", needs: right }))
    ])
  })

  it("names the rights that the token lacks in the account's repositories", async () => {
    const repositories = "acme/widgets acme/none"
    const report = await check({ repositories })
    expect(report).toMatchObject({ ok: false, identity: "mona" })
    expect(report.problems.map(({ what }) => what)).toEqual([expect.stringContaining("acme/none")])
  })
})
