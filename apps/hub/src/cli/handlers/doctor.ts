/** `inlay doctor`: asks every account's provider, at no cost, and says what to fix. */
import type { Problem } from "@inlay/agent-plugin/Account"
import { TimeLimit } from "@inlay/core-http/Client"
import * as MemoryLedger from "@inlay/core-http/Ledger"
import type { Row } from "@inlay/core-http/Ledger"
import * as MemoryCache from "@inlay/core-http/LookupCache"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

import { connected, howToConnect, missing, problemOf, type Connected } from "../../outbound/accounts.ts"
import * as Hub from "../../outbound/hub.ts"
import * as LazyTransport from "../../outbound/transport.ts"
import { plugins } from "../../plugins.gen.ts"
import { Spending, type AccountSpending } from "../../storage/Spending.ts"
import * as Storage from "../../storage/Storage.ts"
import { ago } from "../../terminal/ago.ts"
import { withProgress } from "../../terminal/progress.ts"
import type { Screen } from "../../terminal/Screen.ts"
import { indented } from "../../terminal/wrap.ts"
import type { Report } from "../report.ts"
import { definitions, problemLines, verdict } from "./parts.ts"

const CHECK_LIMIT = Duration.seconds(10)
const CHECKS_AT_ONCE = 4

/** The ledger's view of accounts, or why the data directory cannot be used. */
const openStorage = (directory: string) =>
  Layer.build(Storage.layer(directory)).pipe(
    Effect.map((services) => Context.get(services, Spending)),
    Effect.mapError(Hub.unusable(directory)),
    Effect.result
  )

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

const undecidedJson = (row: Row) => ({
  operation: row.operation,
  keys: row.keys,
  since: new Date(row.atMillis).toISOString(),
  mayHaveCost: row.estimate
})

const examine = Effect.fnUntraced(function* (given: Connected, spending: Spending["Service"] | undefined) {
  const { plugin, kind, account } = given
  const checked = yield* ask(given)
  const spent =
    spending === undefined
      ? undefined
      : yield* Effect.orElseSucceed(spending.of(account, yield* Clock.currentTimeMillis), () => undefined)
  return {
    given,
    spent,
    json: {
      name: account.name,
      plugin: plugin.id,
      kind: kind.id,
      ok: checked.ok && checked.problems.length === 0,
      identity: checked.identity ?? null,
      scopes: checked.scopes,
      limits: checked.limits,
      spentToday: spent?.today ?? null,
      undecided: (spent?.undecided ?? []).map(undecidedJson),
      problems: checked.problems
    }
  }
})

type Examined = Effect.Success<ReturnType<typeof examine>>

const credits = (count: number) => `${count} credit${count === 1 ? "" : "s"}`

const undecidedLines = ({ columns, style }: Screen, spent: AccountSpending | undefined, now: number) => {
  const rows = spent?.undecided ?? []
  if (rows.length === 0) return []
  const list = rows.map((row) => `${row.operation} ${row.keys.join(" ")}, ${ago(row.atMillis, now)}`)
  return [
    style.yellow(indented(`Answers that were lost, and may have been charged: ${rows.length}`, columns, 9)),
    ...list.map((line) => indented(ProviderText.line(line, 200), columns, 11)),
    indented("Look at the provider's credit log, then ask again with --retry-unknown.", columns, 11)
  ]
}

const accountBlock = (screen: Screen, { given, spent, json }: Examined, now: number): string => {
  const { plugin, kind } = given
  const rows: ReadonlyArray<readonly [string, string]> = [
    ...(json.identity === null ? [] : [["Identity", json.identity] as const]),
    ...json.limits.map(({ label, value }) => [label, value] as const),
    ...(spent === undefined ? [] : [["Spent today", credits(spent.today)] as const])
  ]
  return [
    `${verdict(screen, json.ok)}${screen.style.bold(`${plugin.id}/${json.name}`)}  ${screen.style.dim(`${plugin.title}, ${kind.title}`)}`,
    ...problemLines(screen, json.problems),
    ...definitions(screen, rows),
    ...undecidedLines(screen, spent, now)
  ].join("\n")
}

const nobody = (): ReadonlyArray<Problem> => [
  {
    what: "No account is connected.",
    fix: plugins.map((plugin) => `${plugin.title}: ${howToConnect(plugin)}`).join(" ")
  }
]

export const doctor = (data: string | undefined) =>
  Effect.gen(function* () {
    const directory = Hub.dataDirectory(data)
    const storage = yield* openStorage(directory)
    const spending = Result.isSuccess(storage) ? storage.success : undefined
    const found = connected(plugins, process.env)
    const examined = yield* Effect.forEach(found, (given) => examine(given, spending), {
      concurrency: CHECKS_AT_ONCE
    }).pipe(withProgress("Asking the providers …"))
    const now = yield* Clock.currentTimeMillis
    const dataProblems: ReadonlyArray<Problem> = Result.isSuccess(storage)
      ? []
      : [{ what: storage.failure.reason.what, fix: storage.failure.reason.fix }]
    const general = found.length === 0 ? nobody() : []
    const count = [...dataProblems, ...general, ...examined.flatMap(({ json }) => json.problems)].length
    const report: Report = {
      ok: count === 0,
      json: {
        ok: count === 0,
        data: { directory, ok: dataProblems.length === 0, problems: dataProblems },
        accounts: examined.map(({ json }) => json),
        problems: general
      },
      text: (screen) =>
        [
          [
            `${verdict(screen, dataProblems.length === 0)}${screen.style.bold("Data directory")}  ${directory}`,
            ...problemLines(screen, dataProblems)
          ].join("\n"),
          ...examined.map((one) => accountBlock(screen, one, now)),
          ...(general.length === 0
            ? []
            : [
                [`${verdict(screen, false)}${screen.style.bold("Accounts")}`, ...problemLines(screen, general)].join(
                  "\n"
                )
              ]),
          count === 0 ? "Nothing to fix." : screen.style.red(`${count} problem${count === 1 ? "" : "s"} to fix.`)
        ].join("\n\n")
    }
    return report
  }).pipe(
    // A check is free: it needs no ledger, so it works beside a broken one.
    Effect.provide([
      Hub.spend.pipe(Layer.provide([MemoryLedger.layerMemory, MemoryCache.layerMemory])),
      LazyTransport.layer
    ]),
    Effect.scoped
  )
