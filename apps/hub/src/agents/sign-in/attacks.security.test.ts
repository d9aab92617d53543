/** Attacks on the sign-in of agents: each one is refused and obtains nothing. */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"

import { startHub, type RunningHub } from "../../testing/mcp/hub.ts"
import { slowPlugin } from "../../testing/mcp/slow-plugin.ts"
import {
  authorizeAddress,
  callStatus,
  challengeOf,
  CLIENT_ID,
  codeOf,
  documents,
  LOCAL_CLIENT,
  OTHER_CLIENT,
  post,
  redeem,
  refresh,
  signIn,
  type Changes
} from "../../testing/sign-in/agent.ts"
import { makeBrowser } from "../../testing/sign-in/browser.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
const BAD = "https://bad.example/"
/** Documents are fetched ten times a minute from one host. */
const OTHER = "https://worse.example/"

let hub: RunningHub
let data: string
beforeAll(async () => {
  vi.stubEnv("INLAY_SLOW_WORD", "any")
  data = directory()
  hub = await startHub({
    plugins: [slowPlugin],
    directory: data,
    documents: {
      ...documents,
      [`${BAD}foreign`]: { client_id: CLIENT_ID, redirect_uris: [BAD] },
      [`${BAD}secret`]: { client_id: `${BAD}secret`, redirect_uris: [BAD], client_secret: "x" },
      [`${BAD}shared`]: {
        client_id: `${BAD}shared`,
        redirect_uris: [BAD],
        token_endpoint_auth_method: "client_secret_post"
      },
      [`${BAD}script`]: { client_id: `${BAD}script`, redirect_uris: ["javascript:alert(1)"] },
      [`${BAD}plain`]: {
        client_id: `${BAD}plain`,
        redirect_uris: ["http://bad.example/cb"],
        application_type: "native"
      },
      [`${BAD}none`]: { client_id: `${BAD}none` },
      [`${BAD}list`]: [],
      [`${OTHER}mixed`]: { client_id: `${OTHER}mixed`, redirect_uris: [OTHER, "http://127.0.0.1/cb"] },
      [`${OTHER}web`]: { client_id: `${OTHER}web`, redirect_uris: ["http://127.0.0.1/cb"], application_type: "web" },
      [`${BAD}long`]: { client_id: `${BAD}long`, redirect_uris: [BAD], client_name: "x".repeat(10_000) }
    }
  })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await hub.close()
})

/** The response to a signed-in user's browser that opens an authorization request. */
const opened = (changes: Changes, clientId?: string) => makeBrowser(hub).open(authorizeAddress(hub, changes, clientId))

describe("an authorization request is refused on the hub's own page, and sends the browser nowhere", () => {
  it.each<[string, Changes, string?]>([
    ["another redirect address", { redirect_uri: "https://evil.example/callback" }],
    ["a redirect address with more behind it", { redirect_uri: "https://agent.example/callback/../evil" }],
    ["a redirect address with a query", { redirect_uri: "https://agent.example/callback?to=evil" }],
    ["a redirect address with a user", { redirect_uri: "https://agent.example@evil.example/callback" }],
    ["a redirect address by plain HTTP", { redirect_uri: "http://agent.example/callback" }],
    ["a redirect address of another local host", { redirect_uri: "http://127.0.0.2/cb" }, LOCAL_CLIENT],
    ["another port of a client with an address elsewhere", { redirect_uri: "http://127.0.0.1:1/cb" }, `${OTHER}mixed`],
    ["another port of a client that says it is a website", { redirect_uri: "http://127.0.0.1:1/cb" }, `${OTHER}web`],
    ["a script as redirect address", { redirect_uri: "javascript:alert(1)" }, `${BAD}script`],
    ["a client that nobody knows", {}, "stranger"],
    ["a client document that is not there", {}, "https://nobody.example/client.json"],
    ["a client document by plain HTTP", {}, "http://agent.example/client.json"],
    ["a client document of another client", {}, `${BAD}foreign`],
    ["a client document with a secret", {}, `${BAD}secret`],
    ["a client document with a shared secret's method", {}, `${BAD}shared`],
    ["a client document with a redirect by plain HTTP", { redirect_uri: "http://bad.example/cb" }, `${BAD}plain`],
    ["a client document without redirect addresses", {}, `${BAD}none`],
    ["a client document that is a list", {}, `${BAD}list`],
    ["a client document that is too long", {}, `${BAD}long`],
    ["a client id with a user in it", {}, "https://agent.example@evil.example/client.json"],
    ["a client id with dot segments", {}, "https://agent.example/a/../client.json"]
  ])("%s", async (_, changes, clientId) => {
    const { status, location, text } = await opened(changes, clientId)
    expect(location).toBeUndefined()
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).toContain("This sign-in cannot continue")
    expect(text).not.toMatch(/<script|at .*\.js:/)
  })
})

describe("an authorization request is sent back with an error and without a code", () => {
  it.each<[string, Changes, string]>([
    ["no PKCE", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
    ["PKCE in plain", { code_challenge: "x".repeat(43), code_challenge_method: "plain" }, "invalid_request"],
    ["PKCE without its method", { code_challenge_method: undefined }, "invalid_request"],
    ["a challenge that is none", { code_challenge: "short" }, "invalid_request"],
    ["a token in the address", { response_type: "token" }, "unsupported_response_type"],
    ["an identity in the address", { response_type: "code id_token", nonce: "n" }, "unsupported_response_type"],
    ["another audience", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["no prompt, without a consent", { prompt: "none" }, "login_required"]
  ])("%s", async (_, changes, error) => {
    const { location } = await opened(changes)
    expect(location?.origin).toBe("https://agent.example")
    const query = new URLSearchParams(location?.search === "" ? location.hash.slice(1) : location?.search)
    expect(query.get("error")).toBe(error)
    expect(query.get("code")).toBeNull()
    expect(query.get("iss")).toBe(hub.origin)
  })
})

describe("a code is refused", () => {
  it.each<[string, Changes]>([
    ["with another verifier", { code_verifier: "x".repeat(50) }],
    ["without a verifier", { code_verifier: undefined }],
    ["with the challenge as verifier", { code_verifier: challengeOf("y".repeat(50)) }],
    ["of another client", { client_id: OTHER_CLIENT }],
    ["for another redirect address", { redirect_uri: "https://agent.example/other" }],
    ["for another audience", { resource: "https://other.example/mcp" }],
    ["without a client", { client_id: undefined }]
  ])("%s", async (_, changes) => {
    const { status, body } = await redeem(hub, await codeOf(hub), changes)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body["access_token"]).toBeUndefined()
  })

  it("the second time, and then its tokens end too", async () => {
    const { code, access_token: token, refresh_token: refreshToken } = await signIn(hub)
    expect(await callStatus(hub, token)).toBe(200)
    expect((await redeem(hub, code)).body["error"]).toBe("invalid_grant")
    expect(await callStatus(hub, token)).toBe(401)
    expect((await refresh(hub, refreshToken)).status).toBe(400)
  })

  it("but for one of ten that come at once", async () => {
    const code = await codeOf(hub)
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(hub, code)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })
})

describe("a token is refused", () => {
  it("that is renewed by a refresh token half a minute after its first use: the whole family ends", async () => {
    const first = await signIn(hub)
    const second = await refresh(hub, first.refresh_token)
    expect((await refresh(hub, first.refresh_token)).status).toBe(200)
    const database = new DatabaseSync(join(data, "inlay.db"), { timeout: 5_000 })
    database.exec("UPDATE oauth_records SET consumed_millis = consumed_millis - 31000 WHERE kind = 'RefreshToken'")
    database.close()
    expect(await callStatus(hub, second.body["access_token"])).toBe(200)
    expect((await refresh(hub, first.refresh_token)).body["error"]).toBe("invalid_grant")
    expect(await callStatus(hub, second.body["access_token"])).toBe(401)
    expect((await refresh(hub, second.body["refresh_token"])).status).toBe(400)
  })

  it("of another client's refresh token, which goes on working for its own", async () => {
    const { refresh_token: token } = await signIn(hub)
    expect((await refresh(hub, token, { client_id: OTHER_CLIENT })).status).toBe(400)
    expect((await refresh(hub, token)).status).toBe(200)
  })

  it("that was revoked", async () => {
    const { access_token: token, refresh_token: refreshToken } = await signIn(hub)
    expect((await post(hub, "/oauth/revoke", { token: refreshToken, client_id: CLIENT_ID })).status).toBe(200)
    expect((await refresh(hub, refreshToken)).status).toBe(400)
    expect(await callStatus(hub, token)).toBe(401)
  })

  it("to another client that would revoke it", async () => {
    const { access_token: token } = await signIn(hub)
    await post(hub, "/oauth/revoke", { token, client_id: OTHER_CLIENT })
    expect(await callStatus(hub, token)).toBe(200)
  })

  it("instead of an access token: a code, a refresh token, a grant, nothing", async () => {
    const { refresh_token: refreshToken } = await signIn(hub)
    for (const token of [refreshToken, await codeOf(hub), "x", undefined])
      expect(await callStatus(hub, token)).toBe(401)
  })

  it("by a password, by the client alone, by a device, or by a registration that is off", async () => {
    for (const grant of ["password", "client_credentials", "urn:ietf:params:oauth:grant-type:device_code"]) {
      expect((await post(hub, "/oauth/token", { grant_type: grant, client_id: CLIENT_ID })).status).toBe(400)
    }
    expect((await post(hub, "/oauth/register", {}).catch(() => ({ status: 404 }))).status).toBe(404)
  })
})

describe("a consent counts for nothing", () => {
  const consented = async (
    send: (browser: ReturnType<typeof makeBrowser>) => Promise<{ location: URL | undefined }>
  ) => {
    const before = await Effect.runPromise(hub.agents.list)
    const { location } = await send(makeBrowser(hub))
    expect(location?.searchParams.get("code") ?? null).toBeNull()
    expect(await Effect.runPromise(hub.agents.list)).toEqual(before)
  }

  it("from another page", () =>
    consented(async (browser) =>
      browser.answer(await browser.open(authorizeAddress(hub)), {}, { headers: { origin: "https://evil.example" } })
    ))

  it("from a frame without an origin", () =>
    consented(async (browser) =>
      browser.answer(await browser.open(authorizeAddress(hub)), {}, { headers: { origin: "null" } })
    ))

  it("without the form's token", () =>
    consented(async (browser) => browser.answer(await browser.open(authorizeAddress(hub)), { token: undefined })))

  it("with the token of another sign-in", () =>
    consented(async (browser) => {
      const other = await makeBrowser(hub).open(authorizeAddress(hub))
      const token = /name="token" value="([^"]*)"/.exec(other.text)?.[1]
      return browser.answer(await browser.open(authorizeAddress(hub)), { token })
    }))

  it("in a browser that is not signed in to the console", () =>
    consented(async (browser) => {
      const page = await browser.open(authorizeAddress(hub))
      browser.cookies.delete(hub.console[0])
      return browser.answer(page)
    }))

  it("in another console session than the one that was asked", () =>
    consented(async (browser) => {
      const page = await browser.open(authorizeAddress(hub))
      browser.cookies.set(...(await hub.session()))
      return browser.answer(page)
    }))

  it("of a sign-in that began in another browser", () =>
    consented(async (browser) => {
      const page = await makeBrowser(hub).open(authorizeAddress(hub))
      return browser.answer(page)
    }))

  // Another port of the hub's host, or another name of its domain, may set cookies for it.
  it("in a browser that was given the cookies of another, which comes back for the code", () =>
    consented(async (browser) => {
      const other = makeBrowser(hub)
      other.cookies.clear()
      await other.open(authorizeAddress(hub, { redirect_uri: "http://127.0.0.1:51234/cb" }, LOCAL_CLIENT))
      const uid = other.cookies.get("inlay_oauth_step") ?? ""
      for (const name of ["inlay_oauth_step", "inlay_oauth_step.sig"])
        browser.cookies.set(name, other.cookies.get(name) ?? "")
      const page = await browser.open(`/oauth/consent/${uid}`)
      expect(page.text).toContain("use your accounts?")
      await browser.answer(page)
      return other.open(`/oauth/authorize/${uid}`)
    }))

  it("by opening its address", () =>
    consented(async (browser) => {
      const page = await browser.open(authorizeAddress(hub))
      const action = /action="([^"]*)"/.exec(page.text)?.[1] ?? ""
      return browser.open(`${action}?decision=allow&account=slow/env`)
    }))

  it("that says neither allow nor deny, at another sign-in's address, or by another method: the sign-in goes on", async () => {
    const browser = makeBrowser(hub)
    const page = await browser.open(authorizeAddress(hub))
    const action = /action="([^"]*)"/.exec(page.text)?.[1] ?? ""
    const answers = [
      await browser.answer(page, { decision: "maybe" }),
      await browser.answer(page, { decision: undefined }),
      await browser.answer({ ...page, text: page.text.replace(action, `${action}x`) }),
      await browser.answer(page, {}, { method: "PUT" })
    ]
    expect(answers.map(({ status, location }) => [status, location])).toEqual([
      [400, undefined],
      [400, undefined],
      [400, undefined],
      [405, undefined]
    ])
    expect((await browser.answer(page)).location?.searchParams.get("code")).toMatch(/./)
  })

  it("inside a frame: no page of the sign-in may be shown in one", async () => {
    for (const page of [await opened({}), await opened({}, "stranger")]) {
      expect(page.headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      expect(page.headers.get("x-frame-options")).toBe("DENY")
      expect(page.text).not.toContain("<script")
    }
  })
})
