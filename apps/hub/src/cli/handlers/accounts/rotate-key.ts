/** `inlay accounts rotate-key`: reseals every secret with a new key. */
import * as Effect from "effect/Effect"

import { StoredAccounts } from "../../../accounts/StoredAccounts.ts"
import { keyFile, VARIABLE } from "../../../accounts/vault/secret-key.ts"
import * as Runners from "../../../runner.ts"
import * as StorageLocation from "../../../storage/StorageLocation.ts"
import type { Report } from "../../report.ts"

export const rotateKey = (data: string | undefined) => {
  const directory = StorageLocation.dataDirectory(data)
  return Effect.gen(function* () {
    const { source, accounts, hooks, subscriptions } = yield* Effect.flatMap(
      StoredAccounts,
      (storedAccounts) => storedAccounts.rotate
    )
    const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`
    const counts = [
      count(accounts, "account"),
      ...(hooks === 0 ? [] : [count(hooks, "hook")]),
      ...(subscriptions === 0 ? [] : [count(subscriptions, "subscription")])
    ].join(", ")
    const report: Report = {
      ok: true,
      json: {
        ok: true,
        accounts,
        hooks,
        subscriptions,
        key: { source, file: source === "file" ? keyFile(directory) : null }
      },
      text: () =>
        source === "file"
          ? `${counts} encrypted with a new key; the old one was removed from ${keyFile(directory)}.`
          : `${counts} encrypted with the first key of ${VARIABLE}; the others can be removed from it now. Programs that run with another key alone, such as \`inlay serve\`, have to be started again with the new one.`
    }
    return report
  }).pipe(Effect.provide(Runners.accountManagement(directory)), StorageLocation.orUnusable(directory))
}
