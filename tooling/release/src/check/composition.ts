/** What a bundle is made of: every byte of it goes to the module that its source map names. */
import { SourceMap } from "node:module"

export interface Share {
  readonly part: string
  readonly bytes: number
}

/** Effect's schema modules are most of it, so they are told from the rest. */
const EFFECT_SCHEMA = /\/effect\/(?:dist|src)\/(?:internal\/schema\/|Schema|JsonSchema)/

/** The part that a module belongs to, by its path. */
export const partOf = (path: string): string => {
  if (EFFECT_SCHEMA.test(path)) return "effect (Schema)"
  if (/\/effect\/(?:dist|src)\//.test(path)) return "effect (rest)"
  const packageName = /(?:^|\/)@inlay\/([^/]+)\//.exec(path)?.[1]
  return packageName === undefined ? "other" : `@inlay/${packageName}`
}

export const composition = (code: string, map: ConstructorParameters<typeof SourceMap>[0]): ReadonlyArray<Share> => {
  const sourceMap = new SourceMap(map)
  const bytes = new Map<string, number>()
  for (const [number, line] of code.split("\n").entries()) {
    let column = 0
    for (const character of `${line}\n`) {
      const entry = sourceMap.findEntry(number, column)
      const part = "originalSource" in entry ? partOf(entry.originalSource) : "other"
      bytes.set(part, (bytes.get(part) ?? 0) + Buffer.byteLength(character))
      column += character.length
    }
  }
  return [...bytes].map(([part, count]) => ({ part, bytes: count })).sort((a, b) => b.bytes - a.bytes)
}
