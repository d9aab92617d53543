/**
 * Signing in to an account from the console: one callback is accepted, only from the browser that began the sign-in.
 */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { askingKind, kind, tokenPlugin } from "../../testing/tokens/plugin.ts"
import { startTokenProvider, type TokenProvider } from "../../testing/tokens/provider.ts"
import { SignIns } from "./SignIns.ts"

const directory = temporaryDirectories()
let provider: TokenProvider
let hub: RunningHub
/** Happens while the next account is checked. */
let meanwhile: (() => Promise<unknown>) | undefined

/** The test plugin's account with a sign-in in a browser as well. The tests themselves play the provider. */
const plugin: Plugin = {
  ...tokenPlugin,
  accountKinds: [
    {
      ...askingKind,
      check: (account) =>
        Effect.promise(async () => {
          const happening = meanwhile
          meanwhile = undefined
          await happening?.()
        }).pipe(Effect.andThen(askingKind.check(account))),
      signIn: {
        ...kind.signIn,
        browser: {
          url: (
            settings: Readonly<Record<string, string>>,
            to: { readonly redirectUri: string; readonly state: string; readonly challenge: string }
          ) =>
            Effect.sync(() => {
              const url = new URL("/authorize", settings["base_url"])
              url.search = new URLSearchParams({
                redirect_uri: to.redirectUri,
                state: to.state,
                code_challenge: to.challenge,
                code_challenge_method: "S256"
              }).toString()
              return url
            }),
          issuer: (settings: Readonly<Record<string, string>>) => ({
            id: settings["base_url"] ?? "",
            isAlwaysNamed: true
          }),
          finish: (account: Parameters<NonNullable<NonNullable<typeof kind.signIn>["refresh"]>>[0]) =>
            Effect.flatMap(kind.signIn?.device?.(account.settings) ?? Effect.die("no device"), ({ wait }) => wait)
        }
      }
    }
  ]
}

beforeAll(async () => {
  provider = await startTokenProvider()
  hub = await startHub(directory(), { plugins: [plugin] })
})
afterAll(async () => {
  await hub.close()
  await provider.close()
})

const openConsole = async () => {
  const { headers } = await hub.call("POST", "/api/session", {
    headers: { origin: hub.url },
    body: { link: await hub.link() }
  })
  return headers.getSetCookie()[0]?.split(";", 1)[0] ?? ""
}

const beginAt = async (cookie: string, name: string, more: object = {}) => {
  const answer = await hub.call("POST", "/api/sign-ins", {
    headers: { origin: hub.url, cookie },
    body: { plugin: "tokens", kind: "sign_in", name, values: { base_url: provider.origin }, ...more }
  })
  const [set = ""] = answer.headers.getSetCookie()
  const url = new URL(answer.json.url ?? "http://none.example")
  return { answer, set, own: set.split(";", 1)[0] ?? "", url, state: url.searchParams.get("state") ?? "" }
}

const back = (query: Readonly<Record<string, string>>, cookie = "") =>
  hub.call("GET", `/oauth/callback?${new URLSearchParams(query).toString()}`, {
    headers: cookie === "" ? {} : { cookie }
  })

const stateOf = async (cookie: string, id: string) =>
  (await hub.call("GET", `/api/sign-ins/${id}`, { headers: { cookie } })).json

const accounts = async (cookie: string): Promise<ReadonlyArray<string>> =>
  (await hub.call("GET", "/api/accounts", { headers: { cookie } })).json.accounts.map(({ id }: { id: string }) => id)

describe("a sign-in from the console", () => {
  it("sends the browser away with a state and a challenge, and connects what comes back", async () => {
    const cookie = await openConsole()
    const { answer, set, own, url, state } = await beginAt(cookie, "whole")
    expect(answer.status).toBe(201)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      redirect_uri: `${hub.url}/oauth/callback`,
      code_challenge_method: "S256"
    })
    expect(state.length).toBeGreaterThanOrEqual(40)
    expect(set).toMatch(/; HttpOnly/)
    expect(set).toMatch(/; SameSite=Lax/)
    expect(set).toMatch(/; Path=\/oauth\/callback/)
    expect(await stateOf(cookie, answer.json.id)).toMatchObject({ state: "waiting" })
    const page = await back({ state, code: "right", iss: provider.origin }, own)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("Connected")])
    expect(await stateOf(cookie, answer.json.id)).toMatchObject({ state: "done", account: { id: "tokens/whole" } })
    expect(await accounts(cookie)).toContain("tokens/whole")
    const run = await hub.call("POST", "/api/tools/tokens_who_am_i/runs", {
      headers: { cookie, origin: hub.url },
      body: { account: "whole" }
    })
    expect(run.json.output).toEqual({ ok: true })
  })

  it("takes an answer once", async () => {
    const cookie = await openConsole()
    const { own, state } = await beginAt(cookie, "once")
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => back({ state, code: "right", iss: provider.origin }, own))
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 410)
    ])
  })

  it.each<
    [string, number, (at: { state: string; own: string; other: string }) => readonly [Record<string, string>, string]]
  >([
    ["another state", 400, ({ own }) => [{ state: "x".repeat(43), code: "c" }, own]],
    ["no state", 400, ({ own }) => [{ code: "c" }, own]],
    ["a part of the state", 400, ({ state, own }) => [{ state: state.slice(0, -1), code: "c" }, own]],
    ["no browser", 403, ({ state }) => [{ state, code: "c" }, ""]],
    ["the browser of another sign-in", 403, ({ state, other }) => [{ state, code: "c" }, other]],
    ["a made-up browser", 403, ({ state, own }) => [{ state, code: "c" }, `${own.split("=")[0]}=${"0".repeat(43)}`]]
  ])("ends by no answer with %s", async (_, status, forge) => {
    const cookie = await openConsole()
    const name = `a${crypto.randomUUID().slice(0, 8)}`
    const { answer, own, state } = await beginAt(cookie, name)
    const other = await beginAt(cookie, `b${name}`)
    const [query, browser] = forge({ state, own, other: other.own })
    expect((await back(query, browser)).status).toBe(status)
    expect(await stateOf(cookie, answer.json.id)).toMatchObject({ state: "waiting" })
    expect(await accounts(cookie)).not.toContain(`tokens/${name}`)
    // The sign-in's own callback is still accepted.
    expect((await back({ state, code: "c", iss: provider.origin }, own)).status).toBe(200)
    expect(await accounts(cookie)).toContain(`tokens/${name}`)
  })

  it.each([
    ["denied", { error: "access_denied" }],
    ["of another issuer", { code: "c", iss: "https://evil.example" }]
  ])("stores nothing if the answer is %s", async (_, query) => {
    const cookie = await openConsole()
    const name = `c${crypto.randomUUID().slice(0, 8)}`
    const { answer, own, state } = await beginAt(cookie, name)
    const page = await back({ state, ...query }, own)
    expect(page.text).toContain("Not connected")
    expect(await stateOf(cookie, answer.json.id)).toMatchObject({ state: "failed", error: { provider: "tokens" } })
    expect(await accounts(cookie)).not.toContain(`tokens/${name}`)
  })

  it("is for its own browser to look at, and not for a token to begin in one", async () => {
    const cookie = await openConsole()
    const { answer } = await beginAt(cookie, "private")
    const other = await openConsole()
    expect((await hub.call("GET", `/api/sign-ins/${answer.json.id}`, { headers: { cookie: other } })).status).toBe(404)
    const token = await hub.token({ manages: true })
    expect((await hub.call("GET", `/api/sign-ins/${answer.json.id}`, { token })).status).toBe(404)
    const begun = await hub.call("POST", "/api/sign-ins", {
      token,
      body: {
        plugin: "tokens",
        kind: "sign_in",
        name: "by-token",
        values: { base_url: provider.origin },
        way: "browser"
      }
    })
    expect([begun.status, begun.json.error.fields[0].field]).toEqual([400, "way"])
  })

  it("replaces an account only on request", async () => {
    const cookie = await openConsole()
    const first = await beginAt(cookie, "again")
    await back({ state: first.state, code: "c", iss: provider.origin }, first.own)
    expect((await beginAt(cookie, "again")).answer.status).toBe(409)
    const second = await beginAt(cookie, "again", { replace: true, values: {} })
    expect((await back({ state: second.state, code: "c", iss: provider.origin }, second.own)).text).toContain(
      "Connected"
    )
    expect((await accounts(cookie)).filter((id) => id === "tokens/again")).toHaveLength(1)
  })

  it("by a device's code ends in the account, for a token too", async () => {
    const token = await hub.token({ manages: true })
    const begun = await hub.call("POST", "/api/sign-ins", {
      token,
      body: { plugin: "tokens", kind: "sign_in", name: "device", values: { base_url: provider.origin }, way: "device" }
    })
    expect(begun.json).toMatchObject({
      way: "device",
      userCode: "ABCD-1234",
      verificationUri: `${provider.origin}/device`
    })
    await expect
      .poll(async () => (await hub.call("GET", `/api/sign-ins/${begun.json.id}`, { token })).json.state, {
        timeout: 20_000
      })
      .toBe("done")
  })
})

describe("connects nothing if, while the provider is asked about the new account,", () => {
  it.each([
    ["it is given up", (id: string) => `/api/sign-ins/${id}`],
    ["its session is ended", () => "/api/session"]
  ])("%s", async (_, path) => {
    const [cookie, other] = [await openConsole(), await openConsole()]
    const name = `d${crypto.randomUUID().slice(0, 8)}`
    const { answer, own, state } = await beginAt(cookie, name)
    const statuses: Array<number> = []
    meanwhile = async () => {
      const ended = await hub.call("DELETE", path(answer.json.id), { headers: { cookie, origin: hub.url } })
      statuses.push(ended.status)
    }
    const page = await back({ state, code: "c", iss: provider.origin }, own)
    expect([statuses, page.text]).toEqual([[204], expect.stringContaining("Not connected")])
    expect(await accounts(other)).not.toContain(`tokens/${name}`)
  })

  it("the token that began it is revoked", async () => {
    const token = await hub.token({ manages: true })
    const bearer = { authorization: `Bearer ${token}` }
    const { id, text } = (
      await hub.call("POST", "/api/tokens", {
        token,
        body: { name: "stolen", grant: { readOnly: false, manages: true } }
      })
    ).json
    meanwhile = () => hub.call("DELETE", `/api/tokens/${id}`, { headers: bearer })
    const begun = await hub.call("POST", "/api/sign-ins", {
      token: text,
      body: { plugin: "tokens", kind: "sign_in", name: "stolen", values: { base_url: provider.origin }, way: "device" }
    })
    const state = () => hub.run(SignIns.use(({ find }) => find(begun.json.id, `token:${id}`)))
    await expect.poll(async () => (await state())?.outcome?.state, { timeout: 20_000 }).toBe("failed")
    expect((await hub.call("GET", "/api/accounts/tokens/stolen", { headers: bearer })).status).toBe(404)
  })
})

describe("an account that signed in", () => {
  const changing = async (name: string) => {
    const token = await hub.token({ manages: true })
    const { json } = await hub.call("POST", "/api/sign-ins", {
      token,
      body: { plugin: "tokens", kind: "sign_in", name, values: { base_url: provider.origin }, way: "device" }
    })
    await expect
      .poll(async () => (await hub.call("GET", `/api/sign-ins/${json.id}`, { token })).json.state)
      .toBe("done")
    const run = (account: string) =>
      hub.call("POST", "/api/tools/tokens_who_am_i/runs", { token, body: { input: {}, account } })
    return {
      run,
      rename: (to: string) => hub.call("PATCH", `/api/accounts/tokens/${name}`, { token, body: { name: to } })
    }
  }

  it("is changed after its token has expired, which renews it", async () => {
    const { rename, run } = await changing("expired")
    provider.expireAll()
    const { status, json } = await rename("renewed")
    expect([status, json.id]).toEqual([200, "tokens/renewed"])
    expect((await run("renewed")).status).toBe(200)
    provider.expireAll()
    expect([(await run("renewed")).status, provider.reused()]).toEqual([200, 0])
  })

  it("keeps the token that a call renews while it is changed", async () => {
    const { rename, run } = await changing("busy")
    meanwhile = () => {
      provider.expireAll()
      return run("busy")
    }
    expect((await rename("calm")).status).toBe(200)
    provider.expireAll()
    expect([(await run("calm")).status, provider.reused()]).toEqual([200, 0])
  })
})
