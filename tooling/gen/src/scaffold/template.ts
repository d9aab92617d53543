/**
 * Templates are real files under `templates/<kind>/`, about a plugin named `starter`: its words are exchanged in their
 * text and in their paths. A name that a tool would take for its own, such as `package.json`, ends in `.template` there.
 */
import { readFile, readdir } from "node:fs/promises"
import { join, posix, sep } from "node:path"
import { fileURLToPath } from "node:url"

import type { Output } from "../outputs.ts"

const templates = fileURLToPath(new URL("../../templates", import.meta.url))

/** Each word of a template, without signs of a regular expression, with what stands in its place. */
export type Words = Readonly<Record<string, string>>

/** Every word in one pass, so that nothing put in is exchanged again; of two that begin alike, the longer. */
export const exchange = (text: string, words: Words): string => {
  const longestFirst = Object.keys(words).sort((a, b) => b.length - a.length)
  return text.replace(new RegExp(longestFirst.join("|"), "g"), (word) => words[word] ?? word)
}

/** A kind's files as they stand in `folder`, in the order of their paths. */
export const fromTemplate = async (kind: string, folder: string, words: Words): Promise<ReadonlyArray<Output>> => {
  const entries = await readdir(join(templates, kind), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    files.sort().map(async (file) => {
      const path = file
        .slice(join(templates, kind).length + 1)
        .split(sep)
        .join("/")
      return {
        path: posix.join(folder, exchange(path.replace(/\.template$/, ""), words)),
        text: exchange(await readFile(file, "utf8"), words)
      }
    })
  )
}
