/** `inlay accounts`: what is connected, without its secrets. Makes no data directory where there is none. */
import { titleOf } from "@inlay/agent-plugin/Plugin"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { connected, fromStored, shownSettings, type PluginAccount } from "../../accounts/plugin-account.ts"
import { StoredAccounts, type Named } from "../../accounts/StoredAccounts.ts"
import { fullName } from "../../accounts/vault/problems.ts"
import { plugins } from "../../plugins.gen.ts"
import * as Hub from "../../runner.ts"
import { isUsed } from "../../storage/DataDirectory.ts"
import type { Screen } from "../../terminal/Screen.ts"
import { indented } from "../../terminal/wrap.ts"
import { howToConnect, problems } from "../advice.ts"
import type { Report } from "../report.ts"
import { accountTitle, definitions, problemLines, signInRows, verdict } from "./parts.ts"

const iso = (millis: number | undefined): string | null =>
  millis === undefined ? null : new Date(millis).toISOString()

const describe = (one: PluginAccount) => {
  const { plugin, kind, account, stored } = one
  const wrong = problems(one)
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
    expiresAt: iso(stored?.grant?.expiresAtMillis),
    ok: wrong.length === 0,
    problems: wrong
  }
}

type Described = ReturnType<typeof describe>

const block = (screen: Screen, given: PluginAccount, described: Described, now: number): string => {
  const rows = given.kind.fields.flatMap((field): ReadonlyArray<readonly [string, string]> => {
    const value = described.settings[field.name]
    if (described.secrets.includes(field.name)) return [[field.label, "set"]]
    return value === undefined || value === field.default ? [] : [[field.label, value]]
  })
  const source = given.stored === undefined ? "  by environment variables" : ""
  return [
    `${verdict(screen, described.ok)}${accountTitle(screen, given)}${screen.style.dim(source)}`,
    ...definitions(screen, [...rows, ...signInRows(given, now)]),
    ...problemLines(screen, described.problems)
  ].join("\n")
}

/** An account that does not open: what is known of it. */
const closedAccount = ({ plugin, name, kind }: Named, { reason }: ProviderError) => ({
  name,
  plugin,
  kind,
  source: "vault",
  ok: false,
  problems: [{ what: reason.what, fix: reason.fix }]
})

const notConnected = (
  screen: Screen,
  found: ReadonlyArray<PluginAccount>,
  closed: ReadonlyArray<{ readonly plugin: string }>
): ReadonlyArray<string> =>
  plugins
    .filter(
      (plugin) =>
        !found.some((given) => given.plugin === plugin) && !closed.some((account) => account.plugin === plugin.id)
    )
    .map((plugin) =>
      [
        `${screen.style.bold(titleOf(plugin))}  ${screen.style.dim("not connected")}`,
        indented(howToConnect(plugin), screen.columns, 2)
      ].join("\n")
    )

const storedIn = (directory: string) =>
  isUsed(directory)
    ? Effect.flatMap(StoredAccounts, ({ each }) => each).pipe(
        Effect.provide(Hub.keeping(directory)),
        Effect.mapError(Hub.unusable(directory))
      )
    : Effect.succeed([])

export const accounts = Effect.fnUntraced(function* (data: string | undefined) {
  const stored = yield* storedIn(Hub.dataDirectory(data))
  const found = [
    ...connected(plugins, process.env),
    ...stored.flatMap(({ account }) => (account === undefined ? [] : (fromStored(plugins, account) ?? [])))
  ]
  const closed = stored.flatMap(({ named, problem }) => (problem === undefined ? [] : [closedAccount(named, problem)]))
  const described = found.map(describe)
  const now = yield* Clock.currentTimeMillis
  const report: Report = {
    ok: closed.length === 0,
    json: [...described, ...closed],
    text: (screen) =>
      [
        ...found.map((given, index) => {
          const one = described[index]
          return one === undefined ? "" : block(screen, given, one, now)
        }),
        ...closed.map(({ plugin, name, problems: why }) =>
          [
            `${verdict(screen, false)}${screen.style.bold(fullName({ plugin, name }))}`,
            ...problemLines(screen, why)
          ].join("\n")
        ),
        ...notConnected(screen, found, closed)
      ].join("\n\n")
  }
  return report
})
