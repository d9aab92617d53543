/**
 * Effect's module for command line output creates an `Intl.Segmenter` when it is loaded, which takes 10 ms of every
 * start, even if no text is printed. In the bundle it is created on first use. Effect has no issue for this yet
 * (https://github.com/Effect-TS/effect/issues). Remove this once a version of Effect loads without it.
 */
import type { TsdownPlugin } from "tsdown"

const MADE = /const graphemeSegmenter = (?:\/\*[^*]*\*\/\s*)?(new Intl\.Segmenter\([^)]*\));/

export const whenUsed = (code: string): string => {
  if (!MADE.test(code)) throw new Error("effect/cli/CliOutput does not create its segmenter as expected.")
  return code.replace(
    MADE,
    "let madeSegmenter; const graphemeSegmenter = { segment: (text) => (madeSegmenter ??= $1).segment(text) };"
  )
}

export const segmenterWhenUsed: TsdownPlugin = {
  name: "segmenter-when-used",
  transform: { filter: { id: /[/\\]effect[/\\]dist[/\\]cli[/\\]CliOutput\.js$/ }, handler: whenUsed }
}
