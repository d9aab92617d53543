/**
 * `inlay --complete accounts|fields WORDS...`: completions for a shell, one per line. Loads neither plugins nor the
 * command line. On any error it prints nothing, because a shell has nowhere to show it.
 */
import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { DatabaseSync } from "node:sqlite"

import { inputSchemas } from "../../input-schemas.gen.ts"
import { databaseFile, locate } from "../../storage/paths.ts"
import type { Property } from "../input/property.ts"

const valueAfter = (words: ReadonlyArray<string>, flag: string): string | undefined => {
  const at = words.lastIndexOf(flag)
  return at >= 0 ? words[at + 1] : words.findLast((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1)
}

/**
 * The accounts in the directory's SQLite file. With a PostgreSQL database it returns none, because completion must not
 * wait for a network.
 */
const accounts = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { env, platform } = process
  if ((env["INLAY_DATABASE"] ?? "") !== "" || valueAfter(words, "--database") !== undefined) return []
  const file = databaseFile(locate({ asked: valueAfter(words, "--data"), env, platform, home: homedir }))
  if (!existsSync(file)) return []
  using database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare("SELECT plugin, name FROM accounts ORDER BY plugin, name").all()
  const tool = words.find((word) => Object.hasOwn(inputSchemas, word))
  return rows
    .filter(({ plugin }) => tool === undefined || tool.startsWith(`${String(plugin)}_`))
    .map(({ plugin, name }) => (tool === undefined ? `${String(plugin)}/${String(name)}` : String(name)))
}

/**
 * `field=` for each field that is not given yet. After `field=`, the field's possible values, if it has a fixed set.
 */
const fields = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const tool = words.find((word) => Object.hasOwn(inputSchemas, word))
  const properties = (inputSchemas[tool ?? ""]?.properties ?? {}) as Readonly<Record<string, Property>>
  const last = words.at(-1) ?? ""
  const property = Object.entries(properties).find(([name]) => last.startsWith(`${name}=`))
  if (property !== undefined) {
    const [name, { type, enum: choices = type === "boolean" ? [true, false] : [] }] = property
    return choices.map((value) => `${name}=${String(value)}`)
  }
  const isThere = (name: string) => words.some((word) => word.startsWith(`${name}=`) || word.startsWith(`${name}:=`))
  return Object.keys(properties)
    .filter((name) => !isThere(name))
    .map((name) => `${name}=`)
}

export const answers = (what: string | undefined, words: ReadonlyArray<string>): ReadonlyArray<string> => {
  try {
    if (what === "accounts") return accounts(words)
    return what === "fields" ? fields(words) : []
  } catch {
    return []
  }
}
