/** Text blocks that `accounts` and `doctor` share. */
import type { CheckReport } from "@inlay/agent-plugin/Account"
import { titleOf } from "@inlay/agent-plugin/Plugin"

import type { PluginAccount } from "../../accounts/plugin-account.ts"
import { formatValue } from "../../terminal/chart.ts"
import { widthOf, type Screen } from "../../terminal/Screen.ts"
import { indentLines, wrap } from "../../terminal/wrap.ts"
import type { ShownProblem } from "../words.ts"

/** The column where the text of a block starts. */
export const VERDICT_WIDTH = 9

/** `ok` or `problem`, padded to that column. */
export const verdict = ({ style }: Screen, ok: boolean): string =>
  ok ? style.green("ok".padEnd(VERDICT_WIDTH)) : style.red("problem".padEnd(VERDICT_WIDTH))

/**
 * The verdict, and the account's name, such as `codehost/main`, with its plugin, kind and source, which stand below the
 * name if there is no space beside it.
 */
export const accountTitle = (
  screen: Screen,
  ok: boolean,
  { plugin, kind, account }: PluginAccount,
  source = ""
): string => {
  const { columns, style } = screen
  const name = `${plugin.id}/${account.name}`
  const about = `${titleOf(plugin)}, ${kind.title}${source}`
  const hasSpace = VERDICT_WIDTH + widthOf(`${name}  ${about}`) <= columns
  return `${verdict(screen, ok)}${style.bold(name)}${hasSpace ? `  ${style.dim(about)}` : `\n${style.dim(indentLines(about, columns, VERDICT_WIDTH))}`}`
}

/** Rows of an account's limits. The values come as the plugin writes them, with plain digits. A year stays as it is. */
export const limitRows = (limits: CheckReport["limits"]): ReadonlyArray<readonly [string, string]> =>
  limits.map(({ label, value }) => [
    label,
    value.replaceAll(/(?<![\d.])\d{4,}(?![\d-])/g, (digits) => formatValue(Number(digits)))
  ])

/** A row that says when the sign-in ends. Empty if the account did not sign in. */
export const signInRows = (
  { account, stored }: PluginAccount,
  nowMillis: number
): ReadonlyArray<readonly [string, string]> => {
  const grant = stored?.grant
  if (grant === undefined) return []
  const { expiresAtMillis, refreshToken, refreshExpiresAtMillis } = grant
  if (expiresAtMillis === undefined) return [["Sign-in", "does not expire"]]
  const day = (millis: number) => new Date(millis).toISOString().slice(0, 16).replace("T", " ")
  if (account.tokens === undefined && refreshToken === undefined) {
    return [["Sign-in", `${expiresAtMillis <= nowMillis ? "expired" : "expires"} ${day(expiresAtMillis)} UTC`]]
  }
  const until = refreshExpiresAtMillis === undefined ? "" : `, if used before ${day(refreshExpiresAtMillis)} UTC`
  return [["Sign-in", `renews automatically${until}`]]
}

/** Labels and values in two columns. */
export const definitions = (
  { columns, style }: Screen,
  rows: ReadonlyArray<readonly [label: string, value: string]>
): ReadonlyArray<string> => {
  const labels = Math.max(0, ...rows.map(([label]) => widthOf(label)))
  const column = VERDICT_WIDTH + labels + 2
  return rows.flatMap(([label, value]) =>
    wrap(value, columns - column, { keepWords: true }).map((line, index) =>
      index === 0
        ? `${" ".repeat(VERDICT_WIDTH)}${style.dim(label)}${" ".repeat(labels - widthOf(label) + 2)}${line}`
        : " ".repeat(column) + line
    )
  )
}

/** Notes, dimmed. */
export const noteLines = ({ columns, style }: Screen, notes: ReadonlyArray<string>): ReadonlyArray<string> =>
  notes.map((note) => style.dim(indentLines(note, columns, VERDICT_WIDTH)))

/** Each problem, followed by how to fix it. */
export const problemLines = (
  { columns, style }: Screen,
  problems: ReadonlyArray<ShownProblem>
): ReadonlyArray<string> =>
  problems.flatMap(({ what, fix }) => [
    style.red(indentLines(what, columns, VERDICT_WIDTH)),
    ...(fix === "" ? [] : [indentLines(fix, columns, VERDICT_WIDTH + 2)])
  ])
