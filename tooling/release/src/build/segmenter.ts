/**
 * Effect's module for command line output makes an `Intl.Segmenter` as it loads, which takes 10 ms of every start, also of
 * those that print no text. In a bundle it is made when it is first used. Effect has no issue of it yet
 * (https://github.com/Effect-TS/effect/issues); this goes when a version loads without it.
 */
import type { TsdownPlugin } from "tsdown"

const MADE = /const graphemeSegmenter = (?:\/\*[^*]*\*\/\s*)?(new Intl\.Segmenter\([^)]*\));/

export const whenUsed = (code: string): string => {
  if (!MADE.test(code)) throw new Error("effect/cli/CliOutput makes its segmenter in another way than expected.")
  return code.replace(
    MADE,
    "let madeSegmenter; const graphemeSegmenter = { segment: (text) => (madeSegmenter ??= $1).segment(text) };"
  )
}

export const segmenterWhenUsed: TsdownPlugin = {
  name: "segmenter-when-used",
  transform: { filter: { id: /[/\\]effect[/\\]dist[/\\]cli[/\\]CliOutput\.js$/ }, handler: whenUsed }
}
