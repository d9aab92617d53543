/**
 * Templates are real files under `templates/<kind>/`, written for a plugin named `starter`, whose words are replaced in
 * their text and in their paths.
 */
import { readFile, readdir } from "node:fs/promises"
import { join, posix, sep } from "node:path"
import { fileURLToPath } from "node:url"

import type { Output } from "../outputs.ts"

const templates = fileURLToPath(new URL("../../templates", import.meta.url))

/** Maps each word of a template to its replacement. Words contain no special characters of regular expressions. */
export type Words = Readonly<Record<string, string>>

/**
 * Replaces all words in one pass, so that a replacement is never replaced again. If two words start alike, the longer
 * wins.
 */
const exchange = (text: string, words: Words): string => {
  const longestFirst = Object.keys(words).sort((a, b) => b.length - a.length)
  return text.replace(new RegExp(longestFirst.join("|"), "g"), (word) => words[word] ?? word)
}

/** The files of a kind with their paths in `folder`, sorted by path. */
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
        path: posix.join(folder, exchange(path, words)),
        text: exchange(await readFile(file, "utf8"), words)
      }
    })
  )
}
