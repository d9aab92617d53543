/** The promise clients as they are packed: alone, small, and beside whatever version of Effect a project has. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"

import ts from "typescript-6"

import { PROMISE } from "../build/promise-client.ts"
import { modules, type Package } from "../workspace.ts"

/**
 * Bytes of the browser's file, gzip; no client may grow past its own. Of the code host's, 19,000 are Effect's runtime, 3,000
 * what stands in for its `Schema` and `Stream`; the rest is rules of inputs, guards, limits and reasons of failures.
 */
const MOST_BYTES: Readonly<Record<string, number>> = {
  "@inlay/analytics": 61_500,
  "@inlay/codehost": 63_500,
  "@inlay/salesdata": 68_500
}

/** Of other packages. What the code imports is looked at as it is built. */
const importsOf = (code: string): ReadonlyArray<string> =>
  ts
    .preProcessFile(code, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => !specifier.startsWith("."))

export const hasPromiseClient = (pkg: Package): boolean => modules(pkg).has(PROMISE)

/** @returns what it weighs */
export const checkPromiseClient = ({ folder, manifest }: Package): string => {
  const read = (file: string) => readFileSync(join(folder, "dist", file), "utf8")
  const browser = read("promise.js")
  const stray = importsOf(read("promise.d.ts"))
  if (stray.length > 0) throw new Error(`its types import ${stray.join(", ")}`)
  const bytes = gzipSync(browser, { level: 9 }).length
  const most = MOST_BYTES[manifest.name] ?? 0
  if (bytes > most) throw new Error(`${bytes} bytes gzip; at most ${most} are allowed`)
  return `${(bytes / 1000).toFixed(1)} KB gzip`
}
