/** What a stream can show: how wide it is, and whether colours mean anything there. */
import { stripVTControlCharacters } from "node:util"

import { displayWidth } from "effect/cli/CliOutput"

/** Wraps text in an escape sequence, or leaves it as it is. */
export type Paint = (text: string) => string

export interface Style {
  readonly bold: Paint
  readonly dim: Paint
  readonly red: Paint
  readonly green: Paint
  readonly yellow: Paint
  readonly cyan: Paint
}

export interface Screen {
  readonly columns: number
  /** What tables and charts may take, where it is more: all of a wide terminal. */
  readonly wide?: number
  readonly style: Style
}

const paint =
  (on: number, off: number): Paint =>
  (text) =>
    text === "" ? "" : `\u001b[${on}m${text}\u001b[${off}m`

const same: Paint = (text) => text

export const colours: Style = {
  bold: paint(1, 22),
  dim: paint(2, 22),
  red: paint(31, 39),
  green: paint(32, 39),
  yellow: paint(33, 39),
  cyan: paint(36, 39)
}

export const plain: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same }

const DEFAULT_COLUMNS = 80
const MIN_COLUMNS = 40
/** Longer lines are harder to read than a wider screen is worth. */
const MAX_COLUMNS = 100
const MAX_WIDE = 240

export interface Stream {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** Colours only on a terminal that is not dumb, and never against `NO_COLOR` (https://no-color.org). */
export const screenOf = (stream: Stream, env: Readonly<Record<string, string | undefined>>): Screen => {
  const refusesColours = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb"
  const columns = stream.isTTY === true ? (stream.columns ?? DEFAULT_COLUMNS) : DEFAULT_COLUMNS
  return {
    columns: Math.min(Math.max(columns, MIN_COLUMNS), MAX_COLUMNS),
    ...(columns > MAX_COLUMNS && { wide: Math.min(columns, MAX_WIDE) }),
    style: stream.isTTY === true && !refusesColours ? colours : plain
  }
}

/** The same screen for tables and charts. */
export const widened = (screen: Screen): Screen => ({ ...screen, columns: screen.wide ?? screen.columns })

/** Cells that a text takes on a terminal; wide characters take two, escape sequences none. */
export const widthOf = (text: string): number => displayWidth(stripVTControlCharacters(text))
