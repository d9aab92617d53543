/** `inlay doctor`: checks every account with its provider at no cost, and reports what needs fixing. */
import { problemOf, type Problem } from "@inlay/agent-plugin/Account"
import { titleOf, type Plugin } from "@inlay/agent-plugin/Plugin"
import * as NodeTransport from "@inlay/core-http/node-on-demand"
import * as ProviderText from "@inlay/core-http/ProviderText"
import { Spend } from "@inlay/core-http/Spend"
import { Transport } from "@inlay/core-http/Transport"
import { confirming } from "@inlay/core-http/TrustedClock"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"

import { connected, type PluginAccount } from "../../accounts/plugin-account.ts"
import { attempt } from "../../accounts/vault/opening.ts"
import { readVariable, VARIABLE } from "../../accounts/vault/secret-key.ts"
import { keyFile } from "../../storage/paths.ts"
import { CurrentDatabase } from "../../storage/postgres/address.ts"
import { plural } from "../../terminal/plural.ts"
import { withProgress } from "../../terminal/progress.ts"
import type { Screen } from "../../terminal/Screen.ts"
import { indentLines } from "../../terminal/wrap.ts"
import { howToConnect } from "../account-problems.ts"
import { dataDirectory } from "../data-directory.ts"
import { CORRECT_NAME, unknownIn } from "../input/variables.ts"
import { allPlugins } from "../plugins.ts"
import type { Report } from "../report.ts"
import { PluginFiles } from "../settings.ts"
import { shownProblem, type ShownProblem } from "../words.ts"
import { problemLines, verdict } from "./account-text.ts"
import { accountBlock, examine } from "./doctor/account.ts"
import { deliveriesInWords } from "./doctor/deliveries.ts"
import { examineDirectory } from "./doctor/directory.ts"

const CHECKS_AT_ONCE = 4

const keyWords = (source: "environment" | "file" | undefined, directory: string): string => {
  if (source === undefined) return "no account stored yet"
  return source === "environment" ? `key from ${VARIABLE}` : `key in ${keyFile(directory)}`
}

/** Notes the rows that a wrong clock dated in the future. They were redated, so nothing needs fixing. */
const clockLines = (screen: Screen, redatedRows: number): ReadonlyArray<string> =>
  redatedRows === 0
    ? []
    : [
        indentLines(
          `${redatedRows} row${redatedRows === 1 ? " was" : "s were"} dated in the future by a wrong clock; the date${redatedRows === 1 ? " was" : "s were"} corrected.`,
          screen.columns,
          9
        )
      ]

/** Notes unread deliveries. They are normal: a server will read them. */
const deliveryLines = (screen: Screen, unread: number): ReadonlyArray<string> =>
  unread === 0
    ? []
    : [
        indentLines(
          `${deliveriesInWords(unread)}: \`inlay serve\` processes ${unread === 1 ? "it" : "them"}.`,
          screen.columns,
          9
        )
      ]

const noAccount = (plugins: ReadonlyArray<Plugin>, files: ReadonlyArray<string>): Problem => ({
  what: "No account is connected.",
  remedy: { to: "read", text: plugins.map((plugin) => `${titleOf(plugin)}: ${howToConnect(plugin, files)}`).join("\n") }
})

const section = (screen: Screen, title: string, words: string, problems: ReadonlyArray<ShownProblem>): string =>
  [
    `${verdict(screen, problems.length === 0)}${screen.style.bold(title)}  ${words}`.trimEnd(),
    ...problemLines(screen, problems)
  ].join("\n")

/** @param repair whether to set damaged data aside */
export const doctor = (repair: boolean) =>
  Effect.gen(function* () {
    const plugins = yield* allPlugins
    const directory = yield* dataDirectory
    const address = yield* CurrentDatabase
    const contents = yield* examineDirectory(directory, repair, plugins)
    const { books, vault, clock, redated } = contents
    const unopenedAccounts = vault?.unopened ?? []
    const storedAccounts = vault?.accounts ?? []
    const ofEnvironment = connected(
      plugins,
      process.env,
      storedAccounts.map(({ account }) => account)
    )
    const usable = [...ofEnvironment, ...storedAccounts]
    const transport = yield* Transport
    let answered = 0
    const examineOne = (account: PluginAccount) =>
      Effect.tap(examine(account, books), () => Effect.sync(() => answered++))
    const examinations = yield* Effect.forEach(usable, examineOne, { concurrency: CHECKS_AT_ONCE }).pipe(
      withProgress(() => `Asking the providers … ${answered} of ${usable.length}`),
      Effect.provideService(Transport, clock === undefined ? transport : confirming(transport, clock)),
      clock === undefined ? identity : Effect.provideService(Clock.Clock, clock.clock)
    )
    const now = clock === undefined ? yield* Clock.currentTimeMillis : (yield* clock.trust).nowMillis
    const dataProblems = contents.problems.map(shownProblem)
    // Without a stored account, nothing else reads the key.
    const keyProblems =
      unopenedAccounts.length > 0
        ? []
        : yield* attempt(() => readVariable(process.env)).pipe(
            Effect.match({ onFailure: (error) => [problemOf(error)], onSuccess: () => [] })
          )
    const vaultProblems = [...keyProblems, ...unopenedAccounts, ...(vault?.unknownKinds ?? [])].map(shownProblem)
    const variables = unknownIn(process.env).map(({ field, message }) => ({
      what: `${field} ${message}.`,
      remedy: CORRECT_NAME
    }))
    const hasNone = contents.isOpen && usable.length === 0 && unopenedAccounts.length === 0
    const general = [...variables, ...(hasNone ? [noAccount(plugins, yield* PluginFiles)] : [])].map(shownProblem)
    const count = [...dataProblems, ...vaultProblems, ...general, ...examinations.flatMap(({ json }) => json.problems)]
      .length
    const keySource = vault?.source
    const report: Report = {
      ok: count === 0,
      json: {
        ok: count === 0,
        data: {
          directory,
          ...(address !== undefined && { database: address.name }),
          ok: dataProblems.length === 0,
          problems: dataProblems,
          redatedRows: redated,
          unreadDeliveries: contents.unreadDeliveries,
          repaired: contents.repairs
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
        accounts: examinations.map(({ json }) => json),
        problems: general
      },
      text: (screen) =>
        [
          [
            section(
              screen,
              address === undefined ? "Data directory" : "Database",
              address?.name ?? directory,
              dataProblems
            ),
            ...contents.repairs.map((line) => indentLines(ProviderText.clean(line), screen.columns, 9)),
            ...clockLines(screen, redated),
            ...(address === undefined ? deliveryLines(screen, contents.unreadDeliveries) : [])
          ].join("\n"),
          ...(contents.isOpen
            ? [
                section(
                  screen,
                  "Vault",
                  unopenedAccounts.length === 0 && keyProblems.length === 0 ? keyWords(keySource, directory) : "",
                  vaultProblems
                )
              ]
            : []),
          ...examinations.map((one) => accountBlock(screen, one, now)),
          ...(general.length === 0
            ? []
            : [section(screen, usable.length === 0 ? "Accounts" : "Environment", "", general)]),
          count === 0 ? "Nothing to fix." : screen.style.red(`${plural(count, "problem")} to fix.`)
        ].join("\n\n")
    }
    return report
  }).pipe(
    // Checks are free and need no ledger, so they work even if the ledger is broken.
    Effect.provide([Spend.layerFree, NodeTransport.layer]),
    Effect.scoped
  )
