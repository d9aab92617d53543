/** The data directory as doctor sees it: what it keeps, what does not open, what is damaged, and what was set aside. */
import type { Problem } from "@inlay/agent-plugin/Account"
import { Ledger } from "@inlay/core-http/Ledger"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import { TrustedClock } from "@inlay/core-http/TrustedClock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

import { renewing } from "../../../accounts/Accounts.ts"
import { fromStored } from "../../../accounts/plugin-account.ts"
import type { StoredAccount } from "../../../accounts/stored-account.ts"
import { StoredAccounts } from "../../../accounts/StoredAccounts.ts"
import { fullName } from "../../../accounts/vault/problems.ts"
import { plugins } from "../../../plugins.gen.ts"
import * as Hub from "../../../runner.ts"
import { Damage, type DamagedRow } from "../../../storage/sqlite/damage.ts"
import { repairFile } from "../../../storage/sqlite/damaged-file.ts"
import { LedgerBook } from "../../../storage/sqlite/Ledger.ts"
import { RedatedRows } from "../../../storage/sqlite/TrustedTime.ts"

/** The ledger as calls use it, and as those read it who look after accounts. */
export interface Books {
  readonly ledger: Ledger["Service"]
  readonly book: LedgerBook["Service"]
}

const problemIn = ({ reason }: ProviderError): Problem => ({ what: reason.what, fix: reason.fix })

/** What cannot be read is mended before it is looked at. */
const mended = Effect.gen(function* () {
  const damage = yield* Damage
  const accounts = (yield* Effect.flatMap(StoredAccounts, ({ each }) => each)).flatMap((opened) =>
    opened.isDamaged === true ? [opened.named] : []
  )
  return [
    ...(yield* damage.repair),
    ...(yield* Effect.forEach(accounts, (named) => damage.setAccountAside(named.id, fullName(named))))
  ]
})

/** Everything that the data directory keeps, or why it cannot be used. */
const openDirectory = (directory: string, repair: boolean) =>
  Layer.build(Hub.keeping(directory)).pipe(
    Effect.flatMap((services) =>
      Effect.all([repair ? mended : Effect.succeed([]), Effect.flatMap(Damage, ({ find }) => find), openVault]).pipe(
        Effect.provideContext(services),
        Effect.map(([repaired, damaged, vault]) => ({
          repaired,
          damaged,
          books: { ledger: Context.get(services, Ledger), book: Context.get(services, LedgerBook) },
          clock: Context.get(services, TrustedClock),
          vault
        })),
        Effect.zipWith(Context.get(services, RedatedRows).count, (parts, redated) => ({ ...parts, redated }))
      )
    ),
    Effect.mapError(Hub.unusable(directory)),
    Effect.result
  )

/** The stored accounts with their key's source, and which of them do not open. */
const openVault = Effect.gen(function* () {
  const vault = yield* StoredAccounts
  const opened = yield* vault.each
  const source = yield* Effect.orElseSucceed(vault.check(), () => undefined)
  const found = opened.flatMap(({ account }) =>
    account === undefined ? [] : [{ stored: account, connected: fromStored(plugins, account) }]
  )
  const accounts = yield* Effect.forEach(found, ({ stored, connected: one }) =>
    one === undefined ? Effect.undefined : renewing(one, stored)
  )
  const closed = opened.flatMap(({ problem }) => (problem === undefined ? [] : [problemIn(problem)]))
  const strange = found.filter((one) => one.connected === undefined).map(({ stored }) => strangeProblem(stored))
  return {
    source,
    count: opened.length,
    accounts: accounts.filter((one) => one !== undefined),
    // One key may be missing for all of them.
    closed: [...new Map(closed.map((problem) => [problem.what, problem])).values()],
    strange
  }
})

const strangeProblem = (stored: StoredAccount): Problem => ({
  what: `This inlay knows no kind of account such as the stored ${fullName(stored)}.`,
  fix: `Update inlay, or run \`inlay disconnect ${fullName(stored)}\`.`
})

const MAX_DAMAGE_LINES = 20

const damageProblems = (rows: ReadonlyArray<DamagedRow>): ReadonlyArray<Problem> => {
  const fix = "Run `inlay doctor --repair`, which sets it aside."
  const shown = rows.slice(0, MAX_DAMAGE_LINES).map(({ name, meaning }) => ({
    what: `The ${ProviderText.line(name, 200)} cannot be read. ${meaning}`,
    fix
  }))
  const more = rows.length - shown.length
  return more === 0 ? shown : [...shown, { what: `${more} more rows cannot be read.`, fix }]
}

const NOTHING_KEPT = { books: undefined, vault: undefined, clock: undefined, redated: 0, damaged: [], repaired: [] }

/** A damaged database is moved beside itself; gives its new name, or nothing where it is sound. */
const moveAside = (directory: string) => Effect.result(Effect.mapError(repairFile(directory), Hub.unusable(directory)))

const movedSentence = (directory: string, name: string): string =>
  `The database was damaged, and stands as ${name} in ${directory}. A new one begins: connect the accounts again, and know that caps count from nothing and earlier purchases are not known any more.`

/** What the directory holds, once what is damaged in it was set aside where that is asked for. */
export const lookInto = Effect.fnUntraced(function* (directory: string, repair: boolean) {
  const moved = repair ? yield* moveAside(directory) : undefined
  const opened = yield* openDirectory(directory, repair)
  const parts = Result.isSuccess(opened) ? opened.success : NOTHING_KEPT
  const movedName = moved !== undefined && Result.isSuccess(moved) ? moved.success : undefined
  return {
    ...parts,
    isOpen: Result.isSuccess(opened),
    problems: Result.isSuccess(opened) ? damageProblems(parts.damaged) : [problemIn(opened.failure)],
    /** What was set aside, as sentences. */
    mended: [
      ...(movedName === undefined ? [] : [movedSentence(directory, movedName)]),
      ...parts.repaired.map(({ name, meaning }) => `Set aside: ${name}. ${meaning}`)
    ]
  }
})
