/** `inlay accounts`: what is connected, without its secrets. */
import * as Effect from "effect/Effect"

import { connected, howToConnect, problems, shownSetting, type Connected } from "../../outbound/accounts.ts"
import { plugins } from "../../plugins.gen.ts"
import type { Screen } from "../../terminal/Screen.ts"
import { indented } from "../../terminal/wrap.ts"
import type { Report } from "../report.ts"
import { definitions, problemLines, verdict } from "./parts.ts"

const describe = Effect.fnUntraced(function* (given: Connected) {
  const { plugin, kind, account } = given
  const found = yield* problems(given)
  const fields = kind.fields.filter((field) => account.settings[field.name] !== undefined)
  return {
    name: account.name,
    plugin: plugin.id,
    kind: kind.id,
    settings: Object.fromEntries(
      fields.map((field) => [field.name, shownSetting(field, account.settings[field.name] ?? "")])
    ),
    secrets: Object.keys(account.secrets),
    ok: found.length === 0,
    problems: found
  }
})

type Described = Effect.Success<ReturnType<typeof describe>>

const block = (screen: Screen, { plugin, kind }: Connected, described: Described): string => {
  const rows = kind.fields.flatMap((field): ReadonlyArray<readonly [string, string]> => {
    const value = described.settings[field.name]
    if (described.secrets.includes(field.name)) return [[field.label, "set"]]
    return value === undefined || value === field.default ? [] : [[field.label, value]]
  })
  return [
    `${verdict(screen, described.ok)}${screen.style.bold(`${plugin.id}/${described.name}`)}  ${screen.style.dim(`${plugin.title}, ${kind.title}`)}`,
    ...definitions(screen, rows),
    ...problemLines(screen, described.problems)
  ].join("\n")
}

const notConnected = (screen: Screen, found: ReadonlyArray<Connected>): ReadonlyArray<string> =>
  plugins
    .filter((plugin) => !found.some((given) => given.plugin === plugin))
    .map((plugin) =>
      [
        `${screen.style.bold(plugin.title)}  ${screen.style.dim("not connected")}`,
        indented(howToConnect(plugin), screen.columns, 2)
      ].join("\n")
    )

export const accounts = Effect.gen(function* () {
  const found = connected(plugins, process.env)
  const described = yield* Effect.forEach(found, describe)
  const report: Report = {
    ok: true,
    json: described,
    text: (screen) =>
      [
        ...found.map((given, index) => {
          const one = described[index]
          return one === undefined ? "" : block(screen, given, one)
        }),
        ...notConnected(screen, found)
      ].join("\n\n")
  }
  return report
})
