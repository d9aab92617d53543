/** `inlay accounts`: lists the connected accounts without their secrets. Does not create the data directory. */
import { problemOf, type Problem } from "@inlay/agent-plugin/Account"
import { titleOf, type Plugin } from "@inlay/agent-plugin/Plugin"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { accountsOf } from "../../../accounts/listing.ts"
import { shownSettings, type PluginAccount } from "../../../accounts/plugin-account.ts"
import { signInEndMillis } from "../../../accounts/stored-account.ts"
import { StoredAccounts } from "../../../accounts/StoredAccounts.ts"
import { fullName } from "../../../accounts/vault/problems.ts"
import { iso } from "../../../iso.ts"
import * as Runners from "../../../runner.ts"
import type { AccountIdentity } from "../../../storage/AccountRows.ts"
import type { Screen } from "../../../terminal/Screen.ts"
import { indentLines } from "../../../terminal/wrap.ts"
import { howToConnect, problems } from "../../account-problems.ts"
import { dataDirectory, ifStored } from "../../data-directory.ts"
import { allPlugins } from "../../plugins.ts"
import type { Report } from "../../report.ts"
import { PluginFiles } from "../../settings.ts"
import { shownProblem } from "../../words.ts"
import { accountTitle, definitions, problemLines, signInRows, verdict } from "../account-text.ts"

const describe = (one: PluginAccount) => {
  const { plugin, kind, account, stored } = one
  const problemTexts = problems(one).map(shownProblem)
  return {
    name: account.name,
    plugin: plugin.id,
    status: plugin.status,
    kind: kind.id,
    source: stored === undefined ? "environment" : "vault",
    settings: shownSettings(one),
    secrets: Object.keys(account.secrets),
    readOnly: account.readOnly,
    createdAt: iso(stored?.createdMillis),
    expiresAt: iso(stored?.grant && signInEndMillis(stored.grant)),
    ok: problemTexts.length === 0,
    problems: problemTexts
  }
}

type Description = ReturnType<typeof describe>

const block = (screen: Screen, account: PluginAccount, description: Description, now: number): string => {
  const rows = account.kind.fields.flatMap((field): ReadonlyArray<readonly [string, string]> => {
    const value = description.settings[field.name]
    if (description.secrets.includes(field.name)) return [[field.label, "set"]]
    return value === undefined || value === field.default ? [] : [[field.label, value]]
  })
  const source = account.stored === undefined ? ", by environment variables" : ""
  return [
    accountTitle(screen, description.ok, account, source),
    ...definitions(screen, [...rows, ...signInRows(account, now)]),
    ...problemLines(screen, description.problems)
  ].join("\n")
}

/** An account that cannot be used, and why. */
const inaccessibleAccount = ({ plugin, name, kind }: AccountIdentity, problem: Problem) => ({
  name,
  plugin,
  kind,
  source: "vault",
  ok: false,
  problems: [shownProblem(problem)]
})

const notConnected = (
  screen: Screen,
  plugins: ReadonlyArray<Plugin>,
  connectedPlugins: ReadonlySet<string>,
  files: ReadonlyArray<string>
): ReadonlyArray<string> =>
  plugins
    .filter(({ id }) => !connectedPlugins.has(id))
    .map((plugin) =>
      [
        `${screen.style.bold(titleOf(plugin))}  ${screen.style.dim("not connected")}`,
        indentLines(howToConnect(plugin, files), screen.columns, 2)
      ].join("\n")
    )

const storedAccounts = Effect.flatMap(dataDirectory, (directory) =>
  Effect.provide(
    StoredAccounts.use(({ each }) => each),
    Runners.accountManagement(directory)
  )
)

export const accounts = Effect.gen(function* () {
  const plugins = yield* allPlugins
  const { usable, inaccessible } = accountsOf(plugins, process.env, yield* ifStored(storedAccounts, []))
  const closed = inaccessible.map(({ named, problem }) => inaccessibleAccount(named, problemOf(problem)))
  const described = usable.map((account) => ({ account, description: describe(account) }))
  const descriptions = described.map(({ description }) => description)
  const connectedPlugins = new Set([...descriptions, ...closed].map(({ plugin }) => plugin))
  const files = yield* PluginFiles
  const now = yield* Clock.currentTimeMillis
  return {
    ok: closed.length === 0,
    json: [...descriptions, ...closed],
    text: (screen) =>
      [
        ...described.map(({ account, description }) => block(screen, account, description, now)),
        ...closed.map((account) =>
          [
            `${verdict(screen, false)}${screen.style.bold(fullName(account))}`,
            ...problemLines(screen, account.problems)
          ].join("\n")
        ),
        ...notConnected(screen, plugins, connectedPlugins, files)
      ].join("\n\n")
  } satisfies Report
})
