/** A terminal's text as an HTML page, in the colours that common terminals use for the sixteen names. */
import { stripVTControlCharacters } from "node:util"

import { AnsiUp } from "ansi_up"

export type Theme = "light" | "dark"

const CHAR_PIXELS = 8
const LINE_PIXELS = 18
const MARGIN_PIXELS = 16

const colours: Readonly<Record<Theme, string>> = {
  light: `body { background: #fff; color: #1f2328 }
    .ansi-red-fg { color: #cf222e } .ansi-green-fg { color: #116329 } .ansi-yellow-fg { color: #7d4e00 } .ansi-cyan-fg { color: #1b7c83 }`,
  dark: `body { background: #0d1117; color: #e6edf3 }
    .ansi-red-fg { color: #ff7b72 } .ansi-green-fg { color: #3fb950 } .ansi-yellow-fg { color: #d29922 } .ansi-cyan-fg { color: #39c5cf }`
}

/** Counts lines that the terminal would wrap as several. */
const rowsOf = (text: string, columns: number): number =>
  stripVTControlCharacters(text)
    .split("\n")
    .reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / columns)), 0)

/** @returns the page and its size in pixels */
export const pageOf = (prompt: string, text: string, columns: number, theme: Theme) => {
  const painter = new AnsiUp()
  painter.use_classes = true
  const all = `$ ${prompt}\n${text}`
  const width = columns * CHAR_PIXELS + 2 * MARGIN_PIXELS
  const height = rowsOf(all, columns) * LINE_PIXELS + 2 * MARGIN_PIXELS
  const html = `<!doctype html><meta charset="utf-8"><style>
    ${colours[theme]}
    body { margin: ${MARGIN_PIXELS}px }
    pre { margin: 0; width: ${columns + 0.5}ch; font: 13px/${LINE_PIXELS}px "DejaVu Sans Mono", monospace; white-space: pre-wrap; word-break: break-all }
    .ansi-faint { opacity: 0.65 }
  </style><pre>${painter.ansi_to_html(all)}</pre>`
  return { html, width, height }
}
