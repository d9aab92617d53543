import { make as makeAccount } from "@inlay/agent-plugin/Account"
import type { DeviceSignIn, Grant } from "@inlay/agent-plugin/SignIn"
import * as Node from "@inlay/core-http/node"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import type { Transport } from "@inlay/core-http/Transport"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { afterAll, describe, expect, it } from "vitest"

import { answers } from "../../tests/answers.ts"
import { clients } from "../../tests/clients.ts"
import { signIn as kind } from "./kinds.ts"
import { revokeSignedIn } from "./revoke.ts"
import { deviceSignIn } from "./sign-in.ts"

const { control, sandbox, client } = clients()
const server = answers()
const runtime = ManagedRuntime.make(Node.layer)
afterAll(() => runtime.dispose())

const OAUTH = "Ov23liSandboxOauthA1"
const EXPIRING = "Iv23liSandboxExpire1"
const WITHOUT_DEVICE_FLOW = "Ov23liSandboxNoDevic"

const settings = (client_id: string, address = sandbox().urls.codehostWeb) => ({ client_id, sign_in_url: address })
const start = (client_id: string, address?: string) =>
  runtime.runPromise(deviceSignIn.device(settings(client_id, address)))

/** Ends every sleep immediately and records its length in seconds. */
const withoutWaiting = <A, E, R>(effect: Effect.Effect<A, E, R>, slept: Array<number> = []) =>
  Clock.clockWith((clock) =>
    Effect.provideService(effect, Clock.Clock, {
      ...clock,
      currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe(),
      currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
      // A sleep of 30 seconds or more is the time limit of a request, not a pause.
      sleep: (duration) =>
        Duration.toSeconds(duration) < 30
          ? Effect.sync(() => slept.push(Duration.toSeconds(duration)))
          : clock.sleep(duration)
    })
  )

const wait = (begun: DeviceSignIn, slept: Array<number> = []) => runtime.runPromise(withoutWaiting(begun.wait, slept))

const account = (client_id: string, token = "none") =>
  makeAccount({
    plugin: "codehost",
    name: "work",
    kind,
    values: { ...settings(client_id), base_url: sandbox().urls.codehost, token },
    revision: "1"
  })

const refresh = (client_id: string, token: Redacted.Redacted) =>
  runtime.runPromise(deviceSignIn.refresh(account(client_id), token))

const reasonOf = async (call: Promise<unknown>): Promise<Reason> => {
  const error = await call.catch((thrown: unknown) => thrown)
  if (error instanceof ProviderError) return error.reason
  throw new Error("it did not fail as a ProviderError")
}

/** Starts a sign-in at the sandbox that the user approves or denies. */
const signInAfter = async (client_id: string, decision: "approve" | "deny") => {
  await control("/device/interval", { seconds: 0 })
  const begun = await start(client_id)
  await control(`/device/${decision}`, { user_code: begun.userCode })
  return begun
}

const grantFor = async (client_id: string): Promise<Grant> => wait(await signInAfter(client_id, "approve"))

describe("the device flow", () => {
  it("shows a code and where to enter it, and ends with a token that works", async () => {
    const begun = await signInAfter(OAUTH, "approve")
    expect(begun).toMatchObject({
      userCode: expect.stringMatching(/^\w{4}-\w{4}$/),
      verificationUri: expect.stringContaining("/login/device"),
      expiresInSeconds: 900
    })
    const grant = await wait(begun)
    expect(grant.scopes).toContain("repo")
    expect(grant).not.toHaveProperty("expiresAtMillis")
    const { call } = await client({ token: Redacted.value(grant.accessToken) })
    expect(await call({ operation: "check", method: "GET", endpoint: "/user" })).toMatchObject({ status: 200 })
    expect(JSON.stringify(grant)).not.toContain(Redacted.value(grant.accessToken))
  })

  it("polls until the user has decided, and more slowly if the service says so", async () => {
    const codes = ["authorization_pending", "slow_down", "authorization_pending"]
    server.answer(({ target }) =>
      target.endsWith("/device/code")
        ? {
            body: {
              device_code: "d",
              user_code: "AAAA-BBBB",
              verification_uri: "https://x.example",
              expires_in: 900,
              interval: 0
            }
          }
        : { body: codes.length > 0 ? { error: codes.shift() } : { access_token: "t", scope: "repo,gist" } }
    )
    const begun = await start(OAUTH, server.origin())
    const slept: Array<number> = []
    const grant = await wait(begun, slept)
    expect(slept).toEqual([5, 5, 10, 10])
    expect(grant.scopes).toEqual(["repo", "gist"])
    expect(server.asked()).toHaveLength(5)
    expect(new URLSearchParams(server.asked()[4]?.body).get("device_code")).toBe("d")
  })

  it.each([
    ["deny", "Forbidden", /refused in the browser/],
    ["expire", "Unauthorized", /code expired/]
  ])("reports how the sign-in ended: %s", async (what, tag, words) => {
    const begun = await signInAfter(OAUTH, what === "deny" ? "deny" : "approve")
    if (what === "expire") {
      await control("/reset", {})
      await control("/device/interval", { seconds: 0 })
      const late = await start(OAUTH)
      await control("/clock", { advanceSeconds: 901 })
      expect(await reasonOf(wait(late))).toMatchObject({ _tag: tag, what: expect.stringMatching(words) })
      return
    }
    expect(await reasonOf(wait(begun))).toMatchObject({ _tag: tag, what: expect.stringMatching(words) })
  })

  it.each([
    ["nobody", /does not know this client id/],
    [WITHOUT_DEVICE_FLOW, /device flow is turned off/],
    [" ", /no client id/]
  ])("does not begin for the client id %j", async (client_id, words) => {
    expect(await reasonOf(start(client_id))).toMatchObject({
      _tag: "Invalid",
      what: expect.stringMatching(words),
      fields: [{ field: "client_id" }]
    })
  })

  it.each([
    ["http://codehost.example", "Refused"],
    ["http://127.0.0.1:1", "Transport"]
  ])("does not begin at %s", async (address, tag) => {
    expect((await reasonOf(start(OAUTH, address)))._tag).toBe(tag)
  })

  it.each([
    [{ status: 503 }, "Unavailable"],
    [{ status: 200, body: "<html>" }, "Decode"],
    [{ status: 200, body: { error: "something_new" } }, "Decode"],
    [{ status: 302, headers: { location: "https://elsewhere.example" } }, "Decode"],
    [{ status: 200, body: { device_code: 7 } }, "Decode"]
  ])("does not accept %j as a sign-in", async (answer, tag) => {
    server.answer(() => answer)
    expect((await reasonOf(start(OAUTH, server.origin())))._tag).toBe(tag)
  })

  it("retries after a temporary failure of the service", async () => {
    let requests = 0
    server.answer(({ target }) => {
      if (target.endsWith("/device/code")) {
        return {
          body: {
            device_code: "d",
            user_code: "AAAA-BBBB",
            verification_uri: "https://x.example",
            expires_in: 900,
            interval: 0
          }
        }
      }
      requests += 1
      return requests === 1 ? { status: 502 } : { body: { access_token: "t" } }
    })
    expect(Redacted.value((await wait(await start(OAUTH, server.origin()))).accessToken)).toBe("t")
  })
})

/**
 * A service that starts a sign-in with these fields and then answers `authorization_pending` until the code expires.
 */
const begins = (fields: object) =>
  server.answer(({ target }) =>
    target.endsWith("/device/code")
      ? {
          text: JSON.stringify({
            device_code: "d",
            user_code: "AAAA-BBBB",
            verification_uri: "https://x.example/device",
            expires_in: 60,
            ...fields
          }).replace(/"(-?1e\d+)"/g, "$1")
        }
      : { body: { error: "authorization_pending" } }
  )

/** A clock that only advances during sleeps, which end immediately. */
const patient = <A, E, R>(effect: Effect.Effect<A, E, R>, slept: Array<number>) => {
  let now = Date.now()
  return Clock.clockWith((clock) =>
    Effect.provideService(effect, Clock.Clock, {
      ...clock,
      currentTimeMillis: Effect.sync(() => now),
      currentTimeMillisUnsafe: () => now,
      sleep: (duration) =>
        // A sleep of 30 seconds is the time limit of a request, not a pause.
        slept.length > 100 || Duration.toSeconds(duration) === 30
          ? Effect.never
          : Effect.sync(() => {
              slept.push(Duration.toSeconds(duration))
              now += Duration.toMillis(duration)
            })
    })
  )
}

describe("a service with odd responses", () => {
  it.each([
    ["no interval", {}, 5],
    ["0", { interval: 0 }, 5],
    ["less than nothing", { interval: -30 }, 5],
    ["a millisecond", { interval: 0.001 }, 5],
    ["a text", { interval: "1" }, 5],
    ["null", { interval: null }, 5],
    ["a list", { interval: [1] }, 5],
    ["its own pace", { interval: 12 }, 12],
    ["past the code's end", { interval: 86_400 }, 60],
    ["more than any number", { interval: "1e400" }, 60],
    ["more than any clock", { interval: 1e300 }, 60]
  ])("is polled at most every 5 s, and only while its code is valid: %s", async (_, fields, pace) => {
    begins(fields)
    const begun = await start(OAUTH, server.origin())
    const slept: Array<number> = []
    const reason = await reasonOf(runtime.runPromise(patient(begun.wait, slept)))
    expect(reason).toMatchObject({ _tag: "Unauthorized", what: expect.stringMatching(/code expired/) })
    expect(Math.round(Math.max(...slept))).toBe(pace)
    expect(slept.slice(0, -1).every((seconds) => seconds >= 5)).toBe(true)
    expect(Math.round(slept.reduce((sum, seconds) => sum + seconds, 0))).toBe(60)
    expect(server.asked().length - 1).toBeLessThanOrEqual(60 / pace)
  })

  it("is polled at the new interval that it returns", async () => {
    const replies = [
      { error: "slow_down", interval: 20 },
      { error: "slow_down", interval: 1 }
    ]
    begins({})
    const begun = await start(OAUTH, server.origin())
    server.answer(() => ({ body: replies.shift() ?? { access_token: "t" } }))
    const slept: Array<number> = []
    await runtime.runPromise(patient(begun.wait, slept))
    expect(slept).toEqual([5, 20, 25])
  })

  it("is polled for at most an hour", async () => {
    begins({ expires_in: 1e12 })
    expect((await start(OAUTH, server.origin())).expiresInSeconds).toBe(3_600)
  })

  it.each([0, -1, "1e400", "900"])("does not start with a code that is valid for %j", async (expires_in) => {
    begins({ expires_in })
    expect((await reasonOf(start(OAUTH, server.origin())))._tag).toBe("Decode")
  })

  it.each([
    "http://x.example/device",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "//x.example/device",
    "x.example/device",
    "",
    "https://github.com@evil.example/device",
    "https://user:pass@x.example/device",
    "https://x.example/a b",
    "https://x.example\\@evil.example",
    "https://x.example/\u202egnp",
    "https://x.example/\u001b[2K",
    `https://x.example/${"a".repeat(300)}`
  ])("does not send the user to %j", async (verification_uri) => {
    begins({ verification_uri })
    expect(await reasonOf(start(OAUTH, server.origin()))).toMatchObject({
      _tag: "Decode",
      what: expect.stringMatching(/did not return a safe https page/)
    })
    expect(server.asked()).toHaveLength(1)
  })

  it.each([
    ["https://x.example/device?user=1#a", "https://x.example/device?user=1#a"],
    ["https://g\u0456thub.example/", "https://xn--gthub-n2e.example/"],
    ["http://127.0.0.1:9/device", "http://127.0.0.1:9/device"]
  ])("sends the user to %s as %s", async (verification_uri, address) => {
    begins({ verification_uri })
    expect((await start(OAUTH, server.origin())).verificationUri).toBe(address)
  })

  it.each(["", "go to evil.example", "A".repeat(60), "AAAA\nBBBB", "\u202eAAAA"])(
    "does not show an invalid code: %j",
    async (user_code) => {
      begins({ user_code })
      expect((await reasonOf(start(OAUTH, server.origin())))._tag).toBe("Decode")
    }
  )
})

describe("a token that expires", () => {
  it("comes with its expiry time and a refresh token that works once", async () => {
    const grant = await grantFor(EXPIRING)
    expect(grant.expiresAtMillis).toBeGreaterThan(Date.now())
    expect(grant.refreshExpiresAtMillis).toBeGreaterThan(grant.expiresAtMillis ?? Infinity)
    const old = grant.refreshToken ?? Redacted.make("")
    const next = await refresh(EXPIRING, old)
    expect(Redacted.value(next.accessToken)).not.toBe(Redacted.value(grant.accessToken))
    expect(Redacted.value(next.refreshToken ?? old)).not.toBe(Redacted.value(old))
    expect(await reasonOf(refresh(EXPIRING, old))).toMatchObject({
      _tag: "Unauthorized",
      remedy: { to: "signInAgain" }
    })
  })
})

/** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps#error-codes-for-the-device-flow */
it.each([
  ["token_expired", "Unauthorized", /code expired before/],
  ["expired_token", "Unauthorized", /code expired before/],
  ["incorrect_device_code", "Unauthorized", /no longer knows this sign-in/],
  ["bad_refresh_token", "Unauthorized", /has expired or was revoked/],
  ["access_denied", "Forbidden", /refused in the browser/],
  ["unverified_user_email", "Forbidden", /not verified a primary e-mail/],
  ["incorrect_client_credentials", "Invalid", /^The service does not know this client id\.$/],
  ["unauthorized_client", "Invalid", /^The service does not know this client id\.$/],
  ["invalid_client", "Invalid", /^The service does not know this client id\.$/],
  ["unsupported_grant_type", "Invalid", /does not let this app sign in this way/],
  ["device_flow_disabled", "Invalid", /device flow is turned off/]
])("the service's code %s says what went wrong", async (error, tag, words) => {
  server.answer(() => ({ body: { error } }))
  const { settings: values } = account(OAUTH)
  const elsewhere = { ...account(OAUTH), settings: { ...values, sign_in_url: server.origin() } }
  const reason = await reasonOf(runtime.runPromise(deviceSignIn.refresh(elsewhere, Redacted.make("r"))))
  expect(reason).toMatchObject({ _tag: tag, what: expect.stringMatching(words) })
})

it("a sign-in asks for the account's scopes, separated by commas or blanks", async () => {
  begins({})
  const scopes = "repo, gist read:org"
  await runtime.runPromise(deviceSignIn.device({ ...settings(OAUTH, server.origin()), scopes }))
  expect(new URLSearchParams(server.asked()[0]?.body).get("scope")).toBe("repo gist read:org")
})

describe("revoking", () => {
  it("revokes the tokens of a sign-in", async () => {
    const grant = await grantFor(OAUTH)
    const token = Redacted.value(grant.accessToken)
    const report = await runtime.runPromise(revoke(token))
    expect(report).toEqual({ revoked: true })
    const { call } = await client({ token })
    await expect(call({ operation: "check", method: "GET", endpoint: "/user" })).rejects.toThrow(/rejected/)
  })

  it.each([404, 200])("says what is left to do if it cannot revoke, as after the status %s", async (status) => {
    server.answer(() => ({ status }))
    const report = await runtime.runPromise(revoke("t", server.origin()))
    const page = ` ${sandbox().urls.codehostWeb}/settings/applications.`
    expect(report).toMatchObject({ revoked: false, left: expect.stringContaining(page) })
    expect(server.asked()[0]?.headers).not.toHaveProperty("authorization")
  })

  it("may be revoked again if the service cannot be reached", async () => {
    const reason = await reasonOf(runtime.runPromise(revoke("t", "http://127.0.0.1:1")))
    expect(reason).toMatchObject({ _tag: "Transport", sent: true, remedy: { to: "retry", checking: "network" } })
  })

  const revoke = (token: string, base_url = sandbox().urls.codehost) =>
    revokeSignedIn({ ...account(OAUTH, token), settings: { ...account(OAUTH).settings, base_url } }) as Effect.Effect<
      unknown,
      ProviderError,
      Transport
    >
})
