/**
 * Examines the data directory for `doctor`: its contents, accounts that cannot be opened, damaged rows, and what was
 * set aside.
 */
import { problemOf, type Problem } from "@inlay/agent-plugin/Account"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { Ledger } from "@inlay/core-http/Ledger"
import * as ProviderText from "@inlay/core-http/ProviderText"
import { TrustedClock } from "@inlay/core-http/TrustedClock"
import { LedgerBook } from "@inlay/sql-stores/LedgerBook"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

import { renewing } from "../../../accounts/ConnectedAccounts.ts"
import { unknownKind } from "../../../accounts/listing.ts"
import { fromStored } from "../../../accounts/plugin-account.ts"
import { setAside } from "../../../accounts/removing.ts"
import { StoredAccounts } from "../../../accounts/StoredAccounts.ts"
import * as Runners from "../../../runner.ts"
import { holdDirectory } from "../../../serving/one-server.ts"
import { Damage, type DamagedRow } from "../../../storage/damage.ts"
import { databaseFile } from "../../../storage/paths.ts"
import { CurrentDatabase } from "../../../storage/postgres/address.ts"
import { isFileSound, repairFile } from "../../../storage/sqlite/damaged-file.ts"
import * as StorageLocation from "../../../storage/StorageLocation.ts"
import { RedatedRows } from "../../../storage/TrustedTime.ts"
import { examineDeliveries } from "./deliveries.ts"

/** Sets damaged rows and accounts aside before the rest is examined. */
const repairRows = Effect.gen(function* () {
  const damage = yield* Damage
  const accounts = (yield* Effect.flatMap(StoredAccounts, ({ each }) => each)).flatMap((entries) =>
    entries.isDamaged === true ? [entries.named] : []
  )
  const rows = yield* damage.repair
  const accountRows = yield* Effect.forEach(accounts, setAside)
  return [...rows, ...accountRows.filter((row) => row !== undefined)]
})

const writingProblems = (directory: string) =>
  Effect.flatMap(Damage, ({ tryToWrite }) => tryToWrite).pipe(
    StorageLocation.orUnusable(directory),
    Effect.match({ onFailure: (error) => [problemOf(error)], onSuccess: () => [] })
  )

/** Opens the data directory, or returns why it cannot be used. What is built stays open until the caller's scope ends. */
const openDirectory = (directory: string, repair: boolean, plugins: ReadonlyArray<Plugin>) => {
  const contents = Effect.gen(function* () {
    return {
      repairedRows: repair ? yield* repairRows : [],
      damagedRows: yield* (yield* Damage).find,
      vault: yield* openVault(plugins),
      unwritable: yield* writingProblems(directory),
      books: { ledger: yield* Ledger, book: yield* LedgerBook },
      clock: yield* TrustedClock,
      redated: yield* (yield* RedatedRows).count
    }
  })
  return Layer.build(Runners.accountManagement(directory)).pipe(
    Effect.flatMap((services) => Effect.provideContext(contents, services)),
    StorageLocation.orUnusable(directory),
    Effect.result
  )
}

/** The stored accounts, the source of their key, and the accounts that cannot be opened. */
const openVault = Effect.fnUntraced(function* (plugins: ReadonlyArray<Plugin>) {
  const vault = yield* StoredAccounts
  const entries = yield* vault.each
  const source = yield* Effect.orElseSucceed(vault.check(), () => undefined)
  const readable = entries.flatMap(({ account }) =>
    account === undefined ? [] : [{ stored: account, account: fromStored(plugins, account) }]
  )
  const accounts = yield* Effect.forEach(readable, ({ stored, account }) =>
    account === undefined ? Effect.undefined : renewing(account, stored)
  )
  const problems = entries.flatMap(({ problem }) => (problem === undefined ? [] : [problemOf(problem)]))
  const unknownKinds = readable
    .filter(({ account }) => account === undefined)
    .map(({ stored }) => problemOf(unknownKind(plugins, stored)))
  return {
    source,
    /** All, also those that cannot be opened. */
    names: entries.map(({ named }) => named),
    accounts: accounts.filter((one) => one !== undefined),
    // Deduplicated: one missing key can affect all accounts.
    unopened: [...new Map(problems.map((problem) => [problem.what, problem])).values()],
    unknownKinds
  }
})

const MAX_DAMAGE_LINES = 20

const damageProblems = (rows: ReadonlyArray<DamagedRow>): ReadonlyArray<Problem> => {
  const remedy = { to: "read", text: "Run `inlay doctor --repair`, which sets it aside." } as const
  const first = rows.slice(0, MAX_DAMAGE_LINES).map(({ name, meaning }) => ({
    what: `The ${ProviderText.line(name, 200)} cannot be read. ${meaning}`,
    remedy
  }))
  const more = rows.length - first.length
  return more === 0 ? first : [...first, { what: `${more} more rows cannot be read.`, remedy }]
}

/** A file that is read without an error may still be damaged in the parts that nobody has read yet. */
const fileProblems = Effect.fnUntraced(function* (directory: string) {
  if ((yield* CurrentDatabase) !== undefined) return []
  const result = yield* Effect.result(StorageLocation.orUnusable(directory)(isFileSound(directory)))
  if (Result.isFailure(result)) return [problemOf(result.failure)]
  const damage: Problem = {
    what: `The database ${databaseFile(directory)} is damaged: parts of it cannot be read.`,
    remedy: {
      to: "read",
      text: "Stop the programs that use it and restore a backup, or run `inlay doctor --repair`, which sets the whole database aside and starts a new one."
    }
  }
  return result.success ? [] : [damage]
})

const EMPTY = {
  books: undefined,
  vault: undefined,
  clock: undefined,
  redated: 0,
  damagedRows: [],
  unwritable: [],
  repairedRows: []
}

const STOP_IT = "Stop that server, and run `inlay doctor --repair` again."

/** Renames a damaged database file. Returns its new name, or undefined if the database is sound. */
const moveAside = (directory: string) =>
  Effect.result(
    StorageLocation.orUnusable(directory)(repairFile(directory, holdDirectory(directory, "repair", STOP_IT)))
  )

const movedSentence = (directory: string, name: string): string =>
  `The damaged database was renamed to ${name} in ${directory}. A new one was started: connect the accounts again, and create tokens, pairings and subscriptions again. Caps count from zero, and earlier purchases are no longer known.`

/** Examines the directory. @param repair whether to set damaged parts aside first */
export const examineDirectory = Effect.fnUntraced(function* (
  directory: string,
  repair: boolean,
  plugins: ReadonlyArray<Plugin>
) {
  const movedFiles = repair && (yield* CurrentDatabase) === undefined ? yield* moveAside(directory) : undefined
  const isRefused = movedFiles !== undefined && Result.isFailure(movedFiles)
  const contents = isRefused ? Result.fail(movedFiles.failure) : yield* openDirectory(directory, repair, plugins)
  const movedName = isRefused ? undefined : movedFiles?.success
  const parts = Result.isSuccess(contents) ? contents.success : EMPTY
  const deliveries = yield* examineDeliveries(directory)
  return {
    ...parts,
    isOpen: Result.isSuccess(contents),
    unreadDeliveries: deliveries.unread,
    problems: Result.isSuccess(contents)
      ? [
          ...(yield* fileProblems(directory)),
          ...parts.unwritable,
          ...damageProblems(parts.damagedRows),
          ...deliveries.problems
        ]
      : [problemOf(contents.failure)],
    /** What was set aside, as sentences. */
    repairs: [
      ...(movedName === undefined ? [] : [movedSentence(directory, movedName)]),
      ...parts.repairedRows.map(({ name, meaning }) => `Set aside: ${name}. ${meaning}`)
    ]
  }
})
