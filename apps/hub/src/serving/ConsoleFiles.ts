/** The console's built files by URL path, read once. Empty if the console is not built. */
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"
import { gzipSync } from "node:zlib"

import * as Context from "effect/Context"

import { builtConsole } from "../web/built.ts"

export interface ConsoleFile {
  readonly bytes: Uint8Array
  readonly gzip: Uint8Array
  readonly type: string
  /** A strong ETag, including its quotes. */
  readonly etag: string
  /** A page keeps its name when its content changes. */
  readonly isPage: boolean
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml"
}

const read = (path: string): ConsoleFile => {
  const bytes = readFileSync(path)
  return {
    bytes,
    gzip: gzipSync(bytes, { level: 9 }),
    type: TYPES[extname(path)] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    isPage: path.endsWith(".html")
  }
}

const readAll = (folder: string): ReadonlyMap<string, ConsoleFile> => {
  if (!existsSync(join(folder, "index.html"))) return new Map()
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => extname(name) in TYPES)
  return new Map(names.map((name) => [`/${name.replaceAll("\\", "/")}`, read(join(folder, name))]))
}

export const ConsoleFiles = Context.Reference<ReadonlyMap<string, ConsoleFile>>("@inlay/hub/ConsoleFiles", {
  defaultValue: () => readAll(builtConsole)
})
