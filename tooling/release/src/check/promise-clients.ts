/**
 * Checks the promise clients as packed: without other imports, within a size limit, and beside another version of
 * Effect.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"

import ts from "typescript-6"

import { PROMISE } from "../build/promise-client.ts"
import { modules, type Package } from "../workspace.ts"

/**
 * Size limits in bytes (gzip) of the code loaded at the start, for each client. Of the code host's, 19,000 are Effect's
 * runtime and 3,000 the stand-ins for its `Schema` and `Stream`; the rest is input rules, guards, limits and failure
 * reasons. On Node, sales data has stores in files, whose SQL client uses more of Effect's runtime.
 */
const MOST_BYTES: Readonly<Record<string, { readonly browser: number; readonly node: number }>> = {
  "@inlay/analytics": { browser: 59_400, node: 59_300 },
  "@inlay/codehost": { browser: 62_400, node: 62_300 },
  "@inlay/salesdata": { browser: 71_500, node: 77_800 }
}

/** Imports of other packages. The code's own imports are checked when it is built. */
const importsOf = (code: string): ReadonlyArray<string> =>
  ts
    .preProcessFile(code, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => !specifier.startsWith("."))

export const hasPromiseClient = (pkg: Package): boolean => modules(pkg).has(PROMISE)

/** The code of a file and of the files that it imports statically. */
const loadedWith = (file: string, read: (file: string) => string): string => {
  const code = read(file)
  const chunks = [...code.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, name = ""]) => read(name))
  return [code, ...chunks].join("\n")
}

/** @returns its sizes as text */
export const checkPromiseClient = ({ folder, manifest }: Package): string => {
  const read = (file: string) => readFileSync(join(folder, "dist", file), "utf8")
  const stray = importsOf(read("promise.d.ts"))
  if (stray.length > 0) throw new Error(`its types import ${stray.join(", ")}`)
  const limits = MOST_BYTES[manifest.name] ?? { browser: 0, node: 0 }
  const weigh = (file: string, most: number): string => {
    const bytes = gzipSync(loadedWith(file, read), { level: 9 }).length
    if (bytes > most) throw new Error(`${file} loads ${bytes} bytes gzip; at most ${most} are allowed`)
    return (bytes / 1000).toFixed(1)
  }
  return `${weigh("promise.js", limits.browser)} KB gzip in a browser, ${weigh("promise.node.js", limits.node)} on Node`
}
