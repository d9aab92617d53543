/**
 * Expired tokens: one renewal for all callers, even if a process dies during it, with a provider that revokes on reuse.
 */
import { Runner } from "@inlay/agent-plugin/Runner"
import { toJson } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { describe, expect, it, onTestFinished } from "vitest"

import * as Runners from "../runner.ts"
import { temporaryDatabases } from "../testing/postgres/databases.ts"
import { callAtOnce } from "../testing/processes/callers.ts"
import { temporaryDirectories } from "../testing/temporary.ts"
import { tokenPlugin } from "../testing/tokens/plugin.ts"
import { startTokenProvider, type TokenProvider } from "../testing/tokens/provider.ts"
import { everyFile, openAll, storedAccounts, tamper, withAccounts } from "../testing/vault-world.ts"

const directory = temporaryDirectories()
const databases = temporaryDatabases()
const STEP = "tokens_who_am_i"
/** `pnpm test:full` uses 4. */
const PROCESSES = Number(process.env["INLAY_PROCESSES"] ?? 2)

const HOUR = 3_600_000

/** A signed-in account whose token expires after `expiresInMillis`. */
const signedIn = async (expiresInMillis: number, url?: string) => {
  const provider = await startTokenProvider()
  onTestFinished(provider.close)
  const grant = (await (await fetch(`${provider.origin}/sign-in`, { method: "POST" })).json()) as {
    access_token: string
    refresh_token: string
  }
  const at = directory()
  const account = await withAccounts(
    { directory: at, url },
    storedAccounts.use(({ save }) =>
      save({
        plugin: "tokens",
        name: "main",
        kind: "sign_in",
        settings: { base_url: provider.origin },
        secrets: { token: Redacted.make(grant.access_token) },
        grant: {
          refreshToken: Redacted.make(grant.refresh_token),
          expiresAtMillis: Date.now() + expiresInMillis,
          scopes: []
        }
      })
    )
  )
  if (expiresInMillis <= 0) provider.expireAll()
  return { provider, at, account }
}

const runnerOf = (at: string) => {
  const runtime = ManagedRuntime.make(Layer.fresh(Runners.layer([tokenPlugin], at)))
  onTestFinished(() => runtime.dispose())
  const call = Effect.flatMap(Runner, (runner) => runner.run(STEP, {}))
  return {
    call: () => runtime.runPromise(call),
    fails: async () => {
      const error = await runtime.runPromise(Effect.flip(call))
      return toJson(error).error
    },
    many: (count: number) =>
      runtime.runPromise(
        Effect.all(
          Array.from({ length: count }, () => call),
          { concurrency: "unbounded" }
        )
      ),
    runtime,
    effect: call
  }
}

const refreshTokenIn = async (at: string) => {
  const [account] = await withAccounts(at, openAll)
  return Redacted.value(account?.grant?.refreshToken ?? Redacted.make(""))
}

const figures = ({ refreshes, reused }: TokenProvider) => ({ refreshes: refreshes(), reused: reused() })

describe("a token that has run out", () => {
  it("is renewed once for 100 calls at once, and nothing is sent with the old one", async () => {
    const { provider, at } = await signedIn(-1)
    expect(await runnerOf(at).many(100)).toEqual(Array.from({ length: 100 }, () => ({ ok: true })))
    expect([figures(provider), provider.rejected(), provider.served()]).toEqual([{ refreshes: 1, reused: 0 }, 0, 100])
    expect(await refreshTokenIn(at)).toBe("canary-refresh-2")
    expect(everyFile(at).includes("canary-")).toBe(false)
  })

  it(`is renewed once for ${PROCESSES} processes of 100 calls each`, async () => {
    const { provider, at } = await signedIn(-1)
    provider.next({ delayMillis: 200 })
    const outcomes = await callAtOnce(PROCESSES, { directory: at, url: undefined }, 100, STEP)
    expect([outcomes.length, new Set(outcomes)]).toEqual([PROCESSES * 100, new Set(["ok"])])
    expect([figures(provider), provider.served()]).toEqual([{ refreshes: 1, reused: 0 }, PROCESSES * 100])
  })

  it(`which only the provider knows of, is renewed once after its 401, by all ${PROCESSES} processes`, async () => {
    const { provider, at } = await signedIn(HOUR)
    provider.expireAll()
    const outcomes = await callAtOnce(PROCESSES, { directory: at, url: undefined }, 25, STEP)
    expect([outcomes.length, new Set(outcomes)]).toEqual([PROCESSES * 25, new Set(["ok"])])
    expect([figures(provider), provider.served()]).toEqual([{ refreshes: 1, reused: 0 }, PROCESSES * 25])
  })
})

describe("on PostgreSQL, a token that has run out", () => {
  it(`is renewed once for ${PROCESSES} processes of 25 calls each`, async () => {
    const url = await databases.next()
    const { provider, at } = await signedIn(-1, url)
    provider.next({ delayMillis: 200 })
    const outcomes = await callAtOnce(PROCESSES, { directory: at, url }, 25, STEP)
    expect([outcomes.length, new Set(outcomes)]).toEqual([PROCESSES * 25, new Set(["ok"])])
    expect([figures(provider), provider.served()]).toEqual([{ refreshes: 1, reused: 0 }, PROCESSES * 25])
  })

  it(`which only the provider knows of, is renewed once after its 401, by all ${PROCESSES} processes`, async () => {
    const url = await databases.next()
    const { provider, at } = await signedIn(HOUR, url)
    provider.expireAll()
    const outcomes = await callAtOnce(PROCESSES, { directory: at, url }, 25, STEP)
    expect([outcomes.length, new Set(outcomes)]).toEqual([PROCESSES * 25, new Set(["ok"])])
    expect([figures(provider), provider.served()]).toEqual([{ refreshes: 1, reused: 0 }, PROCESSES * 25])
  })
})

describe("a token that is about to run out", () => {
  it("is renewed ahead", async () => {
    const { provider, at } = await signedIn(30_000)
    await runnerOf(at).call()
    expect([provider.refreshes(), provider.rejected()]).toEqual([1, 0])
  })

  it("still works if it cannot be renewed at the moment, and loses nothing", async () => {
    const { provider, at } = await signedIn(30_000)
    provider.next({ status: 503 })
    const runner = runnerOf(at)
    expect(await runner.call()).toEqual({ ok: true })
    expect(await refreshTokenIn(at)).toBe("canary-refresh-1")
    provider.next({})
    await runner.call()
    expect([figures(provider), await refreshTokenIn(at)]).toEqual([{ refreshes: 2, reused: 0 }, "canary-refresh-2"])
  })
})

describe("a renewal", () => {
  it("that fails for now fails the call, and keeps the refresh token for the next", async () => {
    const { provider, at } = await signedIn(-1)
    provider.next({ status: 503 })
    const runner = runnerOf(at)
    expect((await runner.fails()).reason).toMatch(/Transport|Unavailable/)
    provider.next({})
    expect(await runner.call()).toEqual({ ok: true })
    expect(provider.reused()).toBe(0)
  })

  it("that the provider refuses says how to sign in again, and is not tried again", async () => {
    const { provider, at } = await signedIn(-1)
    provider.revokeAll()
    const runner = runnerOf(at)
    for (let n = 0; n < 3; n++) {
      expect(await runner.fails()).toMatchObject({
        reason: "Unauthorized",
        remedy: { text: expect.stringContaining("`inlay connect tokens --kind sign_in --name main --replace`") }
      })
    }
    expect([provider.refreshes(), provider.served()]).toEqual([1, 0])
  })

  it("waits for the lease of another process, and takes it over when that has died", async () => {
    const { provider, at, account } = await signedIn(-1)
    const ends = Date.now() + 700
    tamper(at, (database) =>
      database.prepare("INSERT INTO renewals VALUES (?, 'a process that was killed', ?)").run(account.id, ends)
    )
    expect(await runnerOf(at).call()).toEqual({ ok: true })
    expect(Date.now()).toBeGreaterThanOrEqual(ends)
    expect(figures(provider)).toEqual({ refreshes: 1, reused: 0 })
  })

  it("is stored although everybody who asked for it has gone", async () => {
    const { provider, at } = await signedIn(-1)
    provider.next({ delayMillis: 300 })
    const { runtime, effect } = runnerOf(at)
    const fiber = runtime.runFork(effect)
    await expect.poll(provider.refreshRequests, { timeout: 10_000 }).toBe(1)
    await Effect.runPromise(Fiber.interrupt(fiber))
    await runtime.dispose()
    expect([figures(provider), await refreshTokenIn(at)]).toEqual([{ refreshes: 1, reused: 0 }, "canary-refresh-2"])
  })

  it("ends with the account", async () => {
    const { provider, at, account } = await signedIn(-1)
    const runner = runnerOf(at)
    provider.next({ status: 503 })
    await runner.fails()
    await withAccounts(
      at,
      storedAccounts.use(({ remove }) => remove(account.id, Effect.void))
    )
    expect(await runner.fails()).toMatchObject({
      reason: "Unauthorized",
      message: expect.stringContaining("No Tokens account")
    })
  })
})
