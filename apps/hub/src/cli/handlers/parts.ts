/** Parts that `accounts` and `doctor` draw alike. */
import type { Problem } from "@inlay/agent-plugin/Account"

import { widthOf, type Screen } from "../../terminal/Screen.ts"
import { indented, wrap } from "../../terminal/wrap.ts"

const VERDICT_WIDTH = 9

/** `ok` or `problem`, padded to the column that everything else of the block stands in. */
export const verdict = ({ style }: Screen, ok: boolean): string =>
  ok ? style.green("ok".padEnd(VERDICT_WIDTH)) : style.red("problem".padEnd(VERDICT_WIDTH))

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

/** What is wrong, and under it what to do. */
export const problemLines = ({ columns, style }: Screen, problems: ReadonlyArray<Problem>): ReadonlyArray<string> =>
  problems.flatMap(({ what, fix }) => [
    style.red(indented(what, columns, VERDICT_WIDTH)),
    indented(fix, columns, VERDICT_WIDTH + 2)
  ])
