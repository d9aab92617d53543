/** The capabilities of an output stream: its width, and whether it shows colours. */
import { stripVTControlCharacters } from "node:util"

import { displayWidth } from "effect/cli/CliOutput"

/** Wraps text in an escape sequence, or returns it unchanged. */
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
  /** The width for tables and charts, if more than `columns`: the full width of a wide terminal. */
  readonly wide?: number
  /** Whether a terminal interprets the text, rather than a program or a file. */
  readonly isTerminal?: boolean
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
/** Longer lines of text are hard to read. */
const MAX_COLUMNS = 100
const MAX_WIDE = 240

export interface Stream {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** The width that whoever reads the output has set, as POSIX names the variable. */
const columnsSetIn = ({ COLUMNS = "" }: Readonly<Record<string, string | undefined>>): number | undefined =>
  /^[1-9]\d{0,4}$/.test(COLUMNS) ? Number(COLUMNS) : undefined

/** Uses colours only on a terminal that is not dumb, and never if `NO_COLOR` is set (https://no-color.org). */
export const screenOf = (stream: Stream, env: Readonly<Record<string, string | undefined>>): Screen => {
  const refusesColours = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb"
  const columns = (stream.isTTY === true ? stream.columns : columnsSetIn(env)) ?? DEFAULT_COLUMNS
  return {
    columns: Math.min(Math.max(columns, MIN_COLUMNS), MAX_COLUMNS),
    isTerminal: stream.isTTY === true,
    ...(columns > MAX_COLUMNS && { wide: Math.min(columns, MAX_WIDE) }),
    style: stream.isTTY === true && !refusesColours ? colours : plain
  }
}

/** The same screen at its full width, for tables and charts. */
export const widened = (screen: Screen): Screen => ({ ...screen, columns: screen.wide ?? screen.columns })

/** The number of terminal cells that a text takes. Wide characters take two, escape sequences none. */
export const widthOf = (text: string): number => displayWidth(stripVTControlCharacters(text))
