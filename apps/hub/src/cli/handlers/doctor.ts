/** `inlay doctor`: checks every account with its provider at no cost, and reports what needs fixing. */
import { problemOf, type Problem } from "@inlay/agent-plugin/Account"
import { titleOf, type Plugin } from "@inlay/agent-plugin/Plugin"
import * as NodeTransport from "@inlay/core-http/node-on-demand"
import { Spend } from "@inlay/core-http/Spend"
import { Transport } from "@inlay/core-http/Transport"
import { confirming } from "@inlay/core-http/TrustedClock"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"

import { connected, type PluginAccount } from "../../accounts/plugin-account.ts"
import { attempt } from "../../accounts/vault/opening.ts"
import { readVariable } from "../../accounts/vault/secret-key.ts"
import { CurrentDatabase } from "../../storage/postgres/address.ts"
import { withProgress } from "../../terminal/progress.ts"
import { howToConnect } from "../account-problems.ts"
import { dataDirectory } from "../data-directory.ts"
import { CORRECT_NAME, unknownIn } from "../input/variables.ts"
import { allPlugins } from "../plugins.ts"
import { PluginFiles } from "../settings.ts"
import { shownProblem } from "../words.ts"
import { examine } from "./doctor/account.ts"
import { examineDirectory } from "./doctor/directory.ts"
import { reportOf, type Findings } from "./doctor/report.ts"

const CHECKS_AT_ONCE = 4

/** Asks the providers of the accounts. By the time that is trusted, if the data directory could be opened. */
const examineAccounts = Effect.fnUntraced(function* (
  accounts: ReadonlyArray<PluginAccount>,
  { books, clock }: Findings["contents"]
) {
  const transport = yield* Transport
  let answerCount = 0
  const examineOne = (account: PluginAccount) =>
    Effect.tap(examine(account, books), () => Effect.sync(() => answerCount++))
  return yield* Effect.forEach(accounts, examineOne, { concurrency: CHECKS_AT_ONCE }).pipe(
    withProgress(() => `Asking the providers … ${answerCount} of ${accounts.length}`),
    Effect.provideService(Transport, clock === undefined ? transport : confirming(transport, clock)),
    clock === undefined ? identity : Effect.provideService(Clock.Clock, clock.clock)
  )
})

/** What is wrong with the key of the environment. */
const keyProblems = attempt(() => readVariable(process.env)).pipe(
  Effect.match({ onFailure: (error) => [problemOf(error)], onSuccess: () => [] })
)

const variableProblems = (): ReadonlyArray<Problem> =>
  unknownIn(process.env).map(({ field, message }) => ({ what: `${field} ${message}.`, remedy: CORRECT_NAME }))

const noAccount = (plugins: ReadonlyArray<Plugin>, files: ReadonlyArray<string>): Problem => ({
  what: "No account is connected.",
  remedy: { to: "read", text: plugins.map((plugin) => `${titleOf(plugin)}: ${howToConnect(plugin, files)}`).join("\n") }
})

/** @param repair whether to set damaged data aside */
export const doctor = (repair: boolean) =>
  Effect.gen(function* () {
    const plugins = yield* allPlugins
    const directory = yield* dataDirectory
    const contents = yield* examineDirectory(directory, repair, plugins)
    const { clock, vault } = contents
    const storedAccounts = vault?.accounts ?? []
    const unopenedAccounts = vault?.unopened ?? []
    const accounts = [...connected(plugins, process.env, vault?.names ?? []), ...storedAccounts]
    const examinations = yield* examineAccounts(accounts, contents)
    // Without a stored account, nothing else reads the key.
    const openingProblems = unopenedAccounts.length > 0 ? unopenedAccounts : yield* keyProblems
    const hasNone = contents.isOpen && accounts.length === 0 && unopenedAccounts.length === 0
    const general = [...variableProblems(), ...(hasNone ? [noAccount(plugins, yield* PluginFiles)] : [])]
    return reportOf({
      directory,
      database: (yield* CurrentDatabase)?.name,
      contents,
      accounts: examinations,
      dataProblems: contents.problems.map(shownProblem),
      isKeyUsable: openingProblems.length === 0,
      vaultProblems: [...openingProblems, ...(vault?.unknownKinds ?? [])].map(shownProblem),
      general: general.map(shownProblem),
      nowMillis: clock === undefined ? yield* Clock.currentTimeMillis : (yield* clock.trust).nowMillis
    })
  }).pipe(
    // Checks are free and need no ledger, so they work even if the ledger is broken.
    Effect.provide([Spend.layerFree, NodeTransport.layer]),
    Effect.scoped
  )
