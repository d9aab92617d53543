/** `inlay doctor`: asks every account's provider, at no cost, and says what to fix. */
import { envOf, type Problem, type SpendingTerms } from "@inlay/agent-plugin/Account"
import { titleOf } from "@inlay/agent-plugin/Plugin"
import { TimeLimit } from "@inlay/core-http/Client"
import * as MemoryLedger from "@inlay/core-http/Ledger"
import type { Row } from "@inlay/core-http/Ledger"
import * as MemoryCache from "@inlay/core-http/LookupCache"
import * as NodeTransport from "@inlay/core-http/node-on-demand"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import { Transport } from "@inlay/core-http/Transport"
import { confirming, TrustedClock } from "@inlay/core-http/TrustedClock"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

import {
  connected,
  ENVIRONMENT,
  fromStored,
  howToConnect,
  missing,
  problemOf,
  reconnect,
  type Connected
} from "../../outbound/accounts.ts"
import { renewing } from "../../outbound/connected.ts"
import * as Hub from "../../outbound/hub.ts"
import { keyFile, VARIABLE } from "../../outbound/secret-key.ts"
import type { StoredAccount } from "../../outbound/stored-account.ts"
import { StoredAccounts } from "../../outbound/StoredAccounts.ts"
import { unknownIn } from "../../outbound/variables.ts"
import { fullName } from "../../outbound/vault-problems.ts"
import { plugins } from "../../plugins.gen.ts"
import { Damage, type DamagedRow } from "../../storage/damage.ts"
import { repairFile } from "../../storage/damaged-file.ts"
import { Spending, type AccountSpending } from "../../storage/Spending.ts"
import { RedatedRows } from "../../storage/TrustedTime.ts"
import { ago } from "../../terminal/ago.ts"
import { withProgress } from "../../terminal/progress.ts"
import type { Screen } from "../../terminal/Screen.ts"
import { indented } from "../../terminal/wrap.ts"
import type { Report } from "../report.ts"
import { accountTitle, definitions, problemLines, signInRows, verdict } from "./parts.ts"

const CHECK_LIMIT = Duration.seconds(10)
const CHECKS_AT_ONCE = 4

/** Everything that the data directory keeps, or why it cannot be used. */
const openDirectory = (directory: string, repair: boolean) =>
  Layer.build(Hub.keeping(directory)).pipe(
    Effect.flatMap((services) =>
      Effect.all([repair ? mended : Effect.succeed([]), Effect.flatMap(Damage, ({ find }) => find), openVault]).pipe(
        Effect.provideContext(services),
        Effect.map(([repaired, damaged, vault]) => ({
          repaired,
          damaged,
          spending: Context.get(services, Spending),
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

const keyWords = (source: "environment" | "file" | undefined, directory: string): string => {
  if (source === undefined) return "no account stored yet"
  return source === "environment" ? `key from ${VARIABLE}` : `key in ${keyFile(directory)} (0600)`
}

const ask = (given: Connected) => {
  const absent = missing(given)
  if (absent.length > 0) {
    return Effect.succeed({ ok: false, identity: undefined, scopes: [], limits: [], problems: absent })
  }
  return given.kind.check(given.account).pipe(
    Effect.provideService(TimeLimit, CHECK_LIMIT),
    Effect.map((checked) => ({ ...checked, identity: checked.identity })),
    Effect.catch((error) =>
      Effect.succeed({ ok: false, identity: undefined, scopes: [], limits: [], problems: [problemOf(given, error)] })
    )
  )
}

const nothing: SpendingTerms = { purse: "", prices: {} }

const undecidedJson = (row: Row) => ({
  operation: row.operation,
  keys: row.keys,
  since: new Date(row.atMillis).toISOString(),
  mayHaveCost: row.estimate
})

const NOTHING_KEPT = { spending: undefined, vault: undefined, clock: undefined, redated: 0, damaged: [], repaired: [] }

const NOT_MOVED = Result.succeed<string | undefined>(undefined)

const movedSentence = (directory: string, name: string): string =>
  `The database was damaged, and stands as ${name} in ${directory}. A new one begins: connect the accounts again, and know that caps count from nothing and earlier purchases are not known any more.`

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

/** What a wrong clock left behind, as a fact: there is nothing to do about it any more. */
const clockLines = (screen: Screen, redated: number): ReadonlyArray<string> =>
  redated === 0
    ? []
    : [
        indented(
          `${redated} row${redated === 1 ? " was" : "s were"} dated in the future by a wrong clock, and ${redated === 1 ? "is" : "are"} dated anew.`,
          screen.columns,
          9
        )
      ]

/** By the account and by its key, where its settings can work. */
const spentBy = Effect.fnUntraced(function* ({ kind, account }: Connected, spending: Spending["Service"]) {
  const purse =
    kind.spending === undefined ? "" : (yield* Effect.orElseSucceed(kind.spending(account), () => nothing)).purse
  return yield* spending.of({ scope: `${account.plugin}/${account.name}`, purse }, yield* Clock.currentTimeMillis)
})

/** Prices that are lower than what the provider charged last: caps count by them. */
const tooLow = Effect.fnUntraced(function* (given: Connected, spent: AccountSpending | undefined) {
  const { plugin, kind, account } = given
  if (kind.spending === undefined || spent === undefined) return []
  const { prices } = yield* Effect.orElseSucceed(kind.spending(account), () => nothing)
  return spent.lastCharges.flatMap(({ operation, charged, atMillis }): ReadonlyArray<Problem> => {
    const price = prices[operation]
    const field = kind.fields.find(({ name }) => name === price?.field)
    if (price?.credits == null || field === undefined || charged <= price.credits) return []
    return [
      {
        what: `The provider charged ${credits(charged)} for ${operation} at ${new Date(atMillis).toISOString()}, and the account's price is ${price.credits}: caps count by the price.`,
        fix:
          account.name === ENVIRONMENT
            ? `Set ${envOf(plugin.id, field)} to ${charged} or more.`
            : `Run \`${reconnect(account)} --set ${field.name}=${charged}\`.`
      }
    ]
  })
})

const examine = Effect.fnUntraced(function* (given: Connected, spending: Spending["Service"] | undefined) {
  const { plugin, kind, account } = given
  const checked = yield* ask(given)
  const spent =
    spending === undefined ? undefined : yield* Effect.orElseSucceed(spentBy(given, spending), () => undefined)
  const problems = [...checked.problems, ...(yield* tooLow(given, spent))]
  return {
    given,
    spent,
    json: {
      name: account.name,
      plugin: plugin.id,
      kind: kind.id,
      ok: checked.ok && problems.length === 0,
      identity: checked.identity ?? null,
      scopes: checked.scopes,
      limits: checked.limits,
      spentToday: spent?.today ?? null,
      undecided: (spent?.undecided ?? []).map(undecidedJson),
      problems
    }
  }
})

type Examined = Effect.Success<ReturnType<typeof examine>>

/** Whether anything of a plugin is paid for. */
const costs = ({ toolSteps }: Connected["plugin"]): boolean => toolSteps.some(({ cost }) => cost?.unit === "credits")

const credits = (count: number) => `${count} credit${count === 1 ? "" : "s"}`

const undecidedLines = ({ columns, style }: Screen, spent: AccountSpending | undefined, now: number) => {
  const rows = spent?.undecided ?? []
  if (rows.length === 0) return []
  const list = rows.map((row) => `${row.operation} ${row.keys.join(" ")}, ${ago(row.atMillis, now)}`)
  return [
    style.yellow(indented(`Answers that were lost, and may have been charged: ${rows.length}`, columns, 9)),
    ...list.map((line) => indented(ProviderText.line(line, 200), columns, 11)),
    indented("`inlay charges` lists them, and books what became of them.", columns, 11)
  ]
}

const accountBlock = (screen: Screen, { given, spent, json }: Examined, now: number): string => {
  const rows: ReadonlyArray<readonly [string, string]> = [
    ...(json.identity === null ? [] : [["Identity", json.identity] as const]),
    ...(json.scopes.length === 0 ? [] : [["Scopes", json.scopes.join(", ")] as const]),
    ...(given.account.readOnly ? [["Writes", "never: read-only"] as const] : []),
    ...signInRows(given, now),
    ...json.limits.map(({ label, value }) => [label, value] as const),
    ...(spent === undefined || !costs(given.plugin) ? [] : [["Spent today", credits(spent.today)] as const])
  ]
  return [
    `${verdict(screen, json.ok)}${accountTitle(screen, given)}`,
    ...problemLines(screen, json.problems),
    ...definitions(screen, rows),
    ...undecidedLines(screen, spent, now)
  ].join("\n")
}

const nobody = (): ReadonlyArray<Problem> => [
  {
    what: "No account is connected.",
    fix: plugins.map((plugin) => `${titleOf(plugin)}: ${howToConnect(plugin)}`).join(" ")
  }
]

const problemIn = ({ reason }: ProviderError): Problem => ({ what: reason.what, fix: reason.fix })

const section = (screen: Screen, title: string, words: string, problems: ReadonlyArray<Problem>): string =>
  [
    `${verdict(screen, problems.length === 0)}${screen.style.bold(title)}  ${words}`.trimEnd(),
    ...problemLines(screen, problems)
  ].join("\n")

export interface Options {
  readonly data: string | undefined
  readonly repair: boolean
}

export const doctor = ({ data, repair }: Options) =>
  Effect.gen(function* () {
    const directory = Hub.dataDirectory(data)
    const moved = repair
      ? yield* Effect.result(Effect.mapError(repairFile(directory), Hub.unusable(directory)))
      : NOT_MOVED
    const opened = yield* openDirectory(directory, repair)
    const { spending, vault, clock, redated, damaged, repaired } = Result.isSuccess(opened)
      ? opened.success
      : NOTHING_KEPT
    const closed = vault?.closed ?? []
    const found = [...connected(plugins, process.env), ...(vault?.accounts ?? [])]
    const mendedLines = [
      ...(Result.isSuccess(moved) && moved.success !== undefined ? [movedSentence(directory, moved.success)] : []),
      ...repaired.map(({ name, meaning }) => `Set aside: ${name}. ${meaning}`)
    ]
    const transport = yield* Transport
    const examined = yield* Effect.forEach(found, (given) => examine(given, spending), {
      concurrency: CHECKS_AT_ONCE
    }).pipe(
      withProgress("Asking the providers …"),
      Effect.provideService(Transport, clock === undefined ? transport : confirming(transport, clock)),
      clock === undefined ? identity : Effect.provideService(Clock.Clock, clock.clock)
    )
    const now = clock === undefined ? yield* Clock.currentTimeMillis : (yield* clock.trust).nowMillis
    const dataProblems: ReadonlyArray<Problem> = Result.isSuccess(opened)
      ? damageProblems(damaged)
      : [problemIn(opened.failure)]
    const vaultProblems = [...closed, ...(vault?.strange ?? [])]
    const variables = unknownIn(plugins, process.env).map(({ field, message }) => ({
      what: `${field} ${message}.`,
      fix: "Correct the name of the variable, or unset it."
    }))
    const general = [...variables, ...(found.length === 0 && closed.length === 0 ? nobody() : [])]
    const count = [...dataProblems, ...vaultProblems, ...general, ...examined.flatMap(({ json }) => json.problems)]
      .length
    const keySource = vault?.source
    const report: Report = {
      ok: count === 0,
      json: {
        ok: count === 0,
        data: {
          directory,
          ok: dataProblems.length === 0,
          problems: dataProblems,
          redatedRows: redated,
          repaired: mendedLines
        },
        vault: {
          ok: vaultProblems.length === 0,
          key:
            keySource === undefined
              ? null
              : { source: keySource, file: keySource === "file" ? keyFile(directory) : null },
          accounts: vault?.count ?? null,
          problems: vaultProblems
        },
        accounts: examined.map(({ json }) => json),
        problems: general
      },
      text: (screen) =>
        [
          [
            section(screen, "Data directory", directory, dataProblems),
            ...mendedLines.map((line) => indented(ProviderText.clean(line), screen.columns, 9)),
            ...clockLines(screen, redated)
          ].join("\n"),
          ...(Result.isSuccess(opened)
            ? [section(screen, "Vault", closed.length === 0 ? keyWords(keySource, directory) : "", vaultProblems)]
            : []),
          ...examined.map((one) => accountBlock(screen, one, now)),
          ...(general.length === 0
            ? []
            : [section(screen, found.length === 0 ? "Accounts" : "Environment", "", general)]),
          count === 0 ? "Nothing to fix." : screen.style.red(`${count} problem${count === 1 ? "" : "s"} to fix.`)
        ].join("\n\n")
    }
    return report
  }).pipe(
    // A check is free: it needs no ledger, so it works beside a broken one.
    Effect.provide([
      Hub.spend.pipe(Layer.provide([MemoryLedger.layerMemory, MemoryCache.layerMemory])),
      NodeTransport.layer
    ]),
    Effect.scoped
  )
