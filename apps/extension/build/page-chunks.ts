/**
 * Bundles everything the popup needs for its first words into one script, and each part that loads later into one more.
 * As modules shared by several pages they would be fifteen scripts, discovered in five successive rounds, and while a
 * popup opens, each round takes 5 to 25 ms. The words and their imports stay in separate scripts, because they must not
 * wait for modules that themselves wait for words. The popup's first words are one script for each language.
 *
 * The popup's script contains its entry too, which therefore runs in every page that uses a module of this script.
 * `entrypoints/popup/front.ts` lets it go on in the popup alone.
 */
import { join, posix } from "node:path"

import type { Plugin } from "vite"

import { removeForwarding } from "./forwarding.ts"

interface Modules {
  readonly getModuleInfo: (id: string) => { readonly importedIds: ReadonlyArray<string> } | null
}

const app = join(import.meta.dirname, "..")

/** In loading order: a module that an earlier entry needs is only in that entry's script. */
const STARTS = {
  popup: "entrypoints/popup/main.ts",
  page: "features/repository/page.ts",
  offer: "features/enrich/view/offer/states.tsx",
  repository: "features/repository/view/view.tsx"
}

/**
 * Pages that load none of these parts of the popup. Modules that the repository part shares with such a page go into a
 * script of their own.
 */
const OTHER_PAGES = ["options", "report", "sample", "saved", "welcome"].map((page) => `entrypoints/${page}/main.tsx`)
const SHARED = "shared"
const WORDS = "words"

const languageOf = (id: string): string | undefined => /\/locales\/(en|de|ar)\//.exec(id)?.[1]

/** Returns these modules and all modules that they import, directly or indirectly. */
const neededBy = (first: Iterable<string>, modules: Modules): ReadonlySet<string> => {
  const all = new Set(first)
  // Iterating a set also visits the items added during the loop.
  for (const id of all) for (const one of modules.getModuleInfo(id)?.importedIds ?? []) all.add(one)
  return all
}

const chunksOf = (words: ReadonlySet<string>, modules: Modules): ReadonlyMap<string, string> => {
  const ofWords = neededBy(words, modules)
  const ofOthers = neededBy(
    OTHER_PAGES.map((start) => join(app, start)),
    modules
  )
  const chunks = new Map<string, string>()
  for (const [name, start] of Object.entries(STARTS)) {
    for (const id of neededBy([join(app, start)], modules)) {
      if (ofWords.has(id) || chunks.has(id)) continue
      chunks.set(id, name === "repository" && ofOthers.has(id) ? SHARED : name)
    }
  }
  for (const first of [...words].filter((id) => id.endsWith("/popup.ts"))) {
    for (const id of neededBy([first], modules)) if (languageOf(id) !== undefined) chunks.set(id, WORDS)
  }
  return chunks
}

export const pageChunks: Plugin = {
  name: "page-chunks",
  // A script runs its modules in the order of the first page that uses them, so the popup comes first.
  options: ({ input, ...options }) =>
    typeof input === "object" && "popup" in input ? { ...options, input: { popup: input["popup"], ...input } } : null,
  outputOptions: (options) => {
    // The worker and the scripts injected into pages have their own output options.
    if (options.codeSplitting !== undefined) return options
    const words = new Set<string>()
    let chunks: ReadonlyMap<string, string> | undefined
    const groups = [...Object.keys(STARTS), SHARED, WORDS].map((chunk, place) => ({
      debugName: chunk,
      priority: 10 - place,
      test: (id: string) => {
        if (languageOf(id) !== undefined) words.add(id)
        return true
      },
      name: (id: string, modules: Modules) => {
        chunks ??= chunksOf(words, modules)
        if (chunks.get(id) !== chunk) return null
        return chunk === WORDS ? `${WORDS}-${languageOf(id)}` : chunk
      }
    }))
    return { ...options, codeSplitting: { groups, includeDependenciesRecursively: false } }
  },
  // WXT gives every page a script for its plugins. There are none, and removing the empty script saves a request before
  // the first words.
  generateBundle: {
    order: "post",
    handler: (_, bundle) => {
      const files = Object.values(bundle)
      const empty = files.filter((file) => file.type === "chunk" && file.code.trim() === "")
      for (const { fileName } of empty) {
        const name = posix.basename(fileName)
        delete bundle[fileName]
        for (const file of files) {
          if (file.type === "chunk") file.code = file.code.replace(`import"./${name}";`, "")
          else if (file.fileName.endsWith(".html"))
            file.source = String(file.source).replace(new RegExp(`\\s*<script[^>]*src="/${fileName}"></script>`), "")
        }
      }
      for (const fileName of removeForwarding(files.filter((file) => file.type === "chunk"))) delete bundle[fileName]
    }
  }
}
