/** `inlay accounts rotate-key`: reseals every secret with a new key. */
import * as Effect from "effect/Effect"

import { StoredAccounts } from "../../../accounts/StoredAccounts.ts"
import { VARIABLE } from "../../../accounts/vault/secret-key.ts"
import * as Runners from "../../../runner.ts"
import { keyFile } from "../../../storage/paths.ts"
import { CurrentDatabase } from "../../../storage/postgres/address.ts"
import { plural } from "../../../terminal/plural.ts"
import { dataDirectory } from "../../data-directory.ts"
import type { Report } from "../../report.ts"

export const rotateKey = Effect.flatMap(dataDirectory, (directory) =>
  Effect.gen(function* () {
    const { source, accounts, hooks, subscriptions, keyless } = yield* Effect.flatMap(
      StoredAccounts,
      (storedAccounts) => storedAccounts.rotate
    )
    const counts = [
      plural(accounts, "account"),
      ...(hooks === 0 ? [] : [plural(hooks, "hook")]),
      ...(subscriptions === 0 ? [] : [plural(subscriptions, "subscription")])
    ].join(", ")
    const database = yield* CurrentDatabase
    const otherFiles =
      database === undefined
        ? ""
        : ` Copy this file to every other machine that uses ${database.name}: programs there cannot open the accounts any more.`
    const keylessNote =
      keyless === 0
        ? ""
        : ` None of the keys decrypts the ${keyless === 1 ? "secret of a subscription" : `secrets of ${keyless} subscriptions`}: \`inlay triggers --health\` names ${keyless === 1 ? "it" : "them"}.`
    return {
      ok: true,
      json: {
        ok: true,
        accounts,
        hooks,
        subscriptions,
        keyless,
        key: { source, file: source === "file" ? keyFile(directory) : null }
      },
      text: () =>
        source === "file"
          ? `${counts} encrypted with a new key; the old one was removed from ${keyFile(directory)}.${otherFiles}${keylessNote}`
          : `${counts} encrypted with the first key of ${VARIABLE}; the others can be removed from it now. Programs that run with another key alone, such as \`inlay serve\`, have to be started again with the new one.${keylessNote}`
    } satisfies Report
  }).pipe(Effect.provide(Runners.accountManagement(directory)))
)
