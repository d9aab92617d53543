/**
 * Security tests of a plugin's API Call: for any endpoint and headers that a caller passes, and any redirect from the
 * provider, requests and the account's key reach only the account's own address. All outgoing connections are recorded.
 */
import { ProviderError } from "@inlay/core-http/ProviderError"
import {
  validEndpoints,
  validHeaders,
  hostileEndpoints,
  hostileHeaders,
  redirectStatuses,
  redirectTargets,
  staysBelow,
  spellings
} from "@inlay/core-http/testing/hostile"
import { afterEach, describe, expect, it } from "vitest"

import type { Plugin } from "../Plugin.ts"
import { BASE_PATHS, KEY, hostileWorld, type AccountName } from "./hostile-world.ts"
import type { Received } from "./servers.ts"

const ACCOUNTS = Object.keys(BASE_PATHS) as ReadonlyArray<AccountName>
const SAFE_PATH = "/safe"

const isRefused = (outcome: unknown, ...tags: ReadonlyArray<string>) =>
  outcome instanceof ProviderError && tags.includes(outcome.reason._tag)

/**
 * Whether a request's path is below the account's base path however it is parsed, and the account's key is in exactly
 * one header.
 */
const isHome = ({ target, headers }: Received, account: AccountName) =>
  target.startsWith(`${BASE_PATHS[account]}/`) &&
  staysBelow(BASE_PATHS[account], target.split("?", 1)[0] ?? "") &&
  Object.values(headers).filter((value) => String(value).includes(KEY)).length === 1

/** Tests a plugin's API Call against hostile endpoints, headers and redirects. Call it in a test file. */
export const apiCallSuite = (plugin: Plugin): void => {
  const id = `${plugin.id}_api_call`
  describe(`${id} stays inside the account's base address`, () => {
    const world = hostileWorld(plugin, id)

    afterEach(() => {
      const { provider, canaries, outgoing } = world()
      provider.answer(200)
      provider.take()
      expect(new Set(outgoing())).toEqual(new Set([new URL(provider.origin).host]))
      expect(canaries.map((canary) => canary.connections())).toEqual(canaries.map(() => 0))
    })

    /** Returns an endpoint unchanged, and a version in which the host it names is a canary. */
    const aimed = (endpoint: string, n: number): ReadonlyArray<string> => {
      const { canaries, style } = world()
      const host = canaries[n % canaries.length]?.host ?? ""
      const both = new Set([endpoint, endpoint.replace(/evil\.example(:\d+)?/gi, host)])
      return [...both].flatMap((text) => spellings(text, style))
    }

    describe.each(ACCOUNTS)("at a %s base address", (account) => {
      it.each(hostileEndpoints.map((group) => [group.kind, group] as const))(
        "whatever the endpoint: %s",
        async (_, { cases, outcome }) => {
          const { provider, run } = world()
          for (const [n, endpoint] of cases.flatMap(aimed).entries()) {
            const input = n % 2 === 0 ? { method: "GET", endpoint } : { method: "POST", endpoint, body: { a: 1 } }
            const answered = await run(input, account)
            const received = provider.take()
            const isHomeRequest = received.length === 1 && received.every((one) => isHome(one, account))
            const refused = received.length === 0 && isRefused(answered, "Refused")
            expect([endpoint, refused || (outcome === "stays" && isHomeRequest)]).toEqual([endpoint, true])
          }
        }
      )

      it(`and passes ${validEndpoints.length} valid endpoints unchanged`, async () => {
        const { provider, run, style } = world()
        for (const { endpoint, becomes = endpoint } of validEndpoints) {
          const text = style === "leading-slash" ? endpoint : endpoint.slice(1)
          if (text === "") continue
          const outcome = await run({ method: "GET", endpoint: text }, account)
          expect([endpoint, outcome]).toEqual([endpoint, expect.objectContaining({ status: 200 })])
          const received = provider.take()
          expect(received.map(({ target }) => target)).toEqual([BASE_PATHS[account] + becomes])
          expect(received.every((one) => isHome(one, account))).toBe(true)
        }
      })
    })

    const safe = () => (world().style === "leading-slash" ? SAFE_PATH : SAFE_PATH.slice(1))

    it.each(hostileHeaders.map((group) => [group.kind, group] as const))(
      "refuses headers before sending: %s",
      async (_, { cases }) => {
        const { provider, run } = world()
        for (const entries of cases) {
          const outcome = await run({ method: "GET", endpoint: safe(), headers: Object.fromEntries(entries) }, "bare")
          expect([entries, isRefused(outcome, "Refused", "Invalid"), provider.take()]).toEqual([entries, true, []])
        }
      }
    )

    it(`sends ${validHeaders.length} valid sets of headers unchanged, in addition to its own`, async () => {
      const { provider, run } = world()
      await run({ method: "GET", endpoint: safe() }, "bare")
      const [own] = provider.take()
      expect(own?.headers.accept).toMatch(/json/)
      for (const entries of validHeaders) {
        await run({ method: "GET", endpoint: safe(), headers: Object.fromEntries(entries) }, "bare")
        const lowerCaseHeaders = Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]))
        expect(provider.take().map(({ headers }) => headers)).toEqual([{ ...own?.headers, ...lowerCaseHeaders }])
      }
    })

    describe.each(redirectTargets.map((target) => [target.kind, target] as const))(
      "does not follow a redirect to %s",
      (kind, { location, names }) => {
        it.each(redirectStatuses)("with status %i", async (status) => {
          const { provider, canaries, run } = world()
          const own = new URL(provider.origin).host
          for (const [n, method] of ["GET", "POST"].entries()) {
            const target = canaries[(status + n) % canaries.length]?.host ?? ""
            provider.answer(status, location({ own: provider.origin, base: BASE_PATHS.prefixed, target, key: KEY }))
            const endpoint = `${safe()}/${encodeURIComponent(kind)}/${status}`
            const outcome = await run({ method, endpoint, ...(method === "POST" && { body: {} }) }, "prefixed")
            expect(outcome).toMatchObject({ reason: { _tag: "Refused", guard: "redirect" } })
            const message = outcome instanceof ProviderError ? outcome.message : ""
            expect(message).toContain({ own, target, nobody: "an unreadable address" }[names])
            expect(message).not.toMatch(/hunter22|\/x|other|sk_canary|@/i)
            expect(provider.take()).toHaveLength(1)
          }
        })
      }
    )

    it("does not follow the address in a response that is not a redirect", async () => {
      const { provider, canaries, run } = world()
      for (const status of [200, 201, 202, 304]) {
        provider.answer(status, [`http://${canaries[0]?.host}/x`])
        await run({ method: "GET", endpoint: safe() }, "bare")
        expect(provider.take()).toHaveLength(1)
      }
    })
  })
}
