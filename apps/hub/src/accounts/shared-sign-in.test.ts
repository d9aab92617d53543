/** Accounts that share a sign-in at the provider: to revoke one of them would end the others. */
import type { AccountKind } from "@inlay/agent-plugin/Account"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { expect, it } from "vitest"

import * as Runners from "../runner.ts"
import { temporaryDirectories } from "../testing/temporary.ts"
import { tokenPlugin } from "../testing/tokens/plugin.ts"
import { storedAccounts } from "../testing/vault-world.ts"
import { remove } from "./removing.ts"

const directory = temporaryDirectories()

/** The names of the accounts that are revoked as they are removed, in order, and what each removal reports. */
const removing = async (accounts: ReadonlyArray<readonly [name: string, client: string]>, revokeShared = false) => {
  const revokedNames: Array<string> = []
  const [first] = tokenPlugin.accountKinds
  const kind: AccountKind = {
    ...first!,
    consent: ({ settings }) => settings["base_url"] ?? "",
    revoke: ({ name }) =>
      Effect.sync(() => {
        revokedNames.push(name)
        return { revoked: true }
      })
  }
  const plugin = { ...tokenPlugin, accountKinds: [kind] }
  const removals = Effect.gen(function* () {
    const stored = yield* storedAccounts
    for (const [name, client] of accounts) {
      const secrets = { token: Redacted.make(`token-of-${name}`) }
      const settings = { base_url: `https://${client}.example` }
      yield* stored.save({ plugin: "tokens", name, kind: kind.id, settings, secrets, grant: { scopes: [] } })
    }
    const remedy = { to: "read", text: "Try again." } as const
    return yield* Effect.forEach(yield* stored.names, (named) =>
      remove([plugin], named, { force: false, revokeShared, remedy })
    )
  })
  const reports = await Effect.runPromise(Effect.provide(removals, Runners.accountManagement(directory())))
  return { revokedNames, left: reports.map(({ left }) => left) }
}

it("the last of them is revoked, and the report of the others says why they are not", async () => {
  const { revokedNames, left } = await removing([
    ["one", "a"],
    ["other", "b"],
    ["two", "a"]
  ])
  expect(revokedNames).toEqual(["other", "two"])
  expect(left[0]).toMatch(/still works.*would also end tokens\/two/)
  expect(left.slice(1)).toEqual([undefined, undefined])
})

it("all are revoked if the user asks for it", async () => {
  const { revokedNames } = await removing(
    [
      ["one", "a"],
      ["two", "a"]
    ],
    true
  )
  expect(revokedNames).toEqual(["one", "two"])
})
