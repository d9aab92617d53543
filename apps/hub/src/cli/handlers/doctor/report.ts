/** The report of `inlay doctor`: what it examined, and every problem with how to fix it. */
import * as ProviderText from "@inlay/core-http/ProviderText"
import type * as Effect from "effect/Effect"

import { VARIABLE } from "../../../accounts/vault/secret-key.ts"
import { keyFile } from "../../../storage/paths.ts"
import { plural } from "../../../terminal/plural.ts"
import type { Screen } from "../../../terminal/Screen.ts"
import { indentLines } from "../../../terminal/wrap.ts"
import type { Report } from "../../report.ts"
import type { ShownProblem } from "../../words.ts"
import { problemLines, verdict, VERDICT_WIDTH } from "../account-text.ts"
import { accountBlock, type Examination } from "./account.ts"
import { deliveriesInWords } from "./deliveries.ts"
import type { examineDirectory } from "./directory.ts"

/** What was examined. */
export interface Findings {
  readonly directory: string
  /** The name of the database, if it is not a file of the directory. */
  readonly database: string | undefined
  readonly contents: Effect.Success<ReturnType<typeof examineDirectory>>
  readonly accounts: ReadonlyArray<Examination>
  readonly dataProblems: ReadonlyArray<ShownProblem>
  /** Whether the key opens every stored account, or would open the first. */
  readonly isKeyUsable: boolean
  readonly vaultProblems: ReadonlyArray<ShownProblem>
  /** Problems of the environment, or that there is no account. */
  readonly general: ReadonlyArray<ShownProblem>
  readonly nowMillis: number
}

const keyWords = (source: "environment" | "file" | undefined, directory: string): string => {
  if (source === undefined) return "no account stored yet"
  return source === "environment" ? `key from ${VARIABLE}` : `key in ${keyFile(directory)}`
}

/** Notes the rows that a wrong clock dated in the future. They were redated, so nothing needs fixing. */
const clockNotes = (count: number): ReadonlyArray<string> =>
  count === 0
    ? []
    : [
        `${count} row${count === 1 ? " was" : "s were"} dated in the future by a wrong clock; the date${count === 1 ? " was" : "s were"} corrected.`
      ]

/** Notes unread deliveries. They are normal: a server will read them. */
const deliveryNotes = (count: number): ReadonlyArray<string> =>
  count === 0 ? [] : [`${deliveriesInWords(count)}: \`inlay serve\` processes ${count === 1 ? "it" : "them"}.`]

const section = (screen: Screen, title: string, words: string, problems: ReadonlyArray<ShownProblem>): string =>
  [
    `${verdict(screen, problems.length === 0)}${screen.style.bold(title)}  ${words}`.trimEnd(),
    ...problemLines(screen, problems)
  ].join("\n")

const dataSection = (screen: Screen, { directory, database, contents, dataProblems }: Findings): string => {
  const title = database === undefined ? "Data directory" : "Database"
  const notes = [
    ...contents.repairs.map((line) => ProviderText.clean(line)),
    ...clockNotes(contents.redated),
    ...(database === undefined ? deliveryNotes(contents.unreadDeliveries) : [])
  ]
  return [
    section(screen, title, database ?? directory, dataProblems),
    ...notes.map((note) => indentLines(note, screen.columns, VERDICT_WIDTH))
  ].join("\n")
}

const textOf = (screen: Screen, findings: Findings, count: number): string => {
  const { directory, contents, accounts, isKeyUsable, vaultProblems, general, nowMillis } = findings
  const key = isKeyUsable ? keyWords(contents.vault?.source, directory) : ""
  return [
    dataSection(screen, findings),
    ...(contents.isOpen ? [section(screen, "Vault", key, vaultProblems)] : []),
    ...accounts.map((one) => accountBlock(screen, one, nowMillis)),
    ...(general.length === 0 ? [] : [section(screen, accounts.length === 0 ? "Accounts" : "Environment", "", general)]),
    count === 0 ? "Nothing to fix." : screen.style.red(`${plural(count, "problem")} to fix.`)
  ].join("\n\n")
}

const jsonOf = (findings: Findings, count: number) => {
  const { directory, database, contents, accounts, dataProblems, vaultProblems, general } = findings
  const { vault, redated, unreadDeliveries, repairs } = contents
  const source = vault?.source
  return {
    ok: count === 0,
    data: {
      directory,
      ...(database !== undefined && { database }),
      ok: dataProblems.length === 0,
      problems: dataProblems,
      redatedRows: redated,
      unreadDeliveries,
      repaired: repairs
    },
    vault: {
      ok: vaultProblems.length === 0,
      key: source === undefined ? null : { source, file: source === "file" ? keyFile(directory) : null },
      accounts: vault?.names.length ?? null,
      problems: vaultProblems
    },
    accounts: accounts.map(({ json }) => json),
    problems: general
  }
}

export const reportOf = (findings: Findings): Report => {
  const { accounts, dataProblems, vaultProblems, general } = findings
  const count = [dataProblems, vaultProblems, general, ...accounts.map(({ json }) => json.problems)].flat().length
  return { ok: count === 0, json: jsonOf(findings, count), text: (screen) => textOf(screen, findings, count) }
}
