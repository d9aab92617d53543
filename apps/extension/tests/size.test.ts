// Size budgets of the build, in bytes on disk (minified, not compressed).
//
// Contents of Chromium's worker when it starts, in KB: the listeners 7, Effect's runtime 33, salesdata 18, core-http 26,
// codehost 3, agent-plugin 6, the extension's own code 34. The rest, which it loads later: all features but the preview,
// and what asks the hub, 62; the client of core-http with the removal of secrets 32, those of codehost 25 and salesdata
// 52. A further plugin adds the names of its steps and accounts (its `browser.ts`); its client becomes part of the rest.
// Firefox has all of it in one script.
import { dirname, join } from "node:path/posix"

import { describe, expect, it } from "vitest"

import { LANGUAGES, type Language } from "../locales/languages.ts"
import { bytesOf, filesOf, read, targets, type Target } from "./output.ts"

const KB = 1000

/** A script, and the chunks that it imports before it runs. */
const chunksOf = (target: Target, first: string): ReadonlySet<string> => {
  const paths = new Set<string>()
  const follow = (path: string) => {
    if (paths.has(path)) return
    paths.add(path)
    for (const [, specifier] of read(target, path).matchAll(/(?:\bimport|\bfrom)\s*["'](\.[^"']+)["']/g)) {
      follow(join(dirname(path), specifier ?? ""))
    }
  }
  follow(first)
  return paths
}

/** The scripts that a page loads before anything lazy. */
const scriptsOf = (target: Target, page: string): ReadonlySet<string> =>
  new Set(
    [...read(target, page).matchAll(/<script[^>]*\bsrc="\/([^"]+)"/g)].flatMap(([, path]) => [
      ...chunksOf(target, path ?? "")
    ])
  )

/** The words of a language that a script loads: `en:()=>load(()=>import("./charges.js"))`. */
const wordsOf = (target: Target, path: string, language: Language): ReadonlyArray<string> =>
  [...read(target, path).matchAll(/\b(\w\w):\(\)=>[^:]*?import\(["'`](\.\/[^"'`]+)/g)].flatMap(([, of, specifier]) =>
    of === language ? [join(dirname(path), specifier ?? "")] : []
  )

const sum = (target: Target, paths: Iterable<string>) =>
  [...paths].reduce((total, path) => total + bytesOf(target, path), 0)

describe.each(targets)("%s", (target) => {
  it("the worker starts with at most 129 KB, and is at most 300 KB with the rest", () => {
    const rest = filesOf(target).filter((path) => path.startsWith("worker/"))
    if (target === "chrome-mv3") expect(bytesOf(target, "background.js")).toBeLessThanOrEqual(129 * KB)
    expect(rest).toEqual(target === "chrome-mv3" ? ["worker/rest.js"] : [])
    expect(sum(target, ["background.js", ...rest])).toBeLessThanOrEqual(300 * KB)
  })

  it("Chromium's worker loads the rest during installation", () => {
    const installs = /addEventListener\(.install.,\w+\)/.test(read(target, "background.js"))
    expect(installs).toBe(target === "chrome-mv3")
  })

  it("the card in the page is at most 14 KB, and the words of one language at most 5 KB", () => {
    expect(bytesOf(target, "page-card.js")).toBeLessThanOrEqual(14 * KB)
    for (const language of LANGUAGES) {
      expect(bytesOf(target, `card-words-${language}.js`), language).toBeLessThanOrEqual(5 * KB)
    }
  })

  it("the line in a repository's page is at most 12 KB, in every language", () => {
    expect(bytesOf(target, "page-line.js")).toBeLessThanOrEqual(12 * KB)
  })

  it.each(LANGUAGES)(
    "the popup loads at most 30 KB of script before its lazy parts, words included: %s",
    (language) => {
      const scripts = scriptsOf(target, "popup.html")
      const words = [...scripts].flatMap((path) => wordsOf(target, path, language))
      expect(words).not.toHaveLength(0)
      const all = new Set([...scripts, ...words.flatMap((path) => [...chunksOf(target, path)])])
      expect(sum(target, all)).toBeLessThanOrEqual(30 * KB)
    }
  )

  it("a page of settings or records loads no part of a repository's view: at most 95 KB of script", () => {
    for (const page of ["options", "saved", "welcome", "report", "sample"]) {
      const scripts = scriptsOf(target, `${page}.html`)
      expect(
        [...scripts].filter((path) => /repository-/.test(path) && read(target, path).includes("repo-list"))
      ).toEqual([])
      expect(sum(target, scripts), page).toBeLessThanOrEqual(95 * KB)
    }
  })

  it("words do not wait for modules that wait for words", () => {
    const chunks = filesOf(target).filter((path) => path.startsWith("chunks/"))
    const words = chunks.flatMap((path) => LANGUAGES.flatMap((language) => wordsOf(target, path, language)))
    expect(words.length).toBeGreaterThan(0)
    for (const path of words.flatMap((first) => [...chunksOf(target, first)])) {
      expect(read(target, path), path).not.toMatch(/\bawait\b/)
    }
  })

  it("the popup loads no script that only passes on what another exports, and its words in one script", () => {
    const scripts = filesOf(target).filter((path) => path.startsWith("chunks/"))
    expect(scripts.filter((path) => /^export\{[^}]*\}from/.test(read(target, path)))).toEqual([])
    for (const language of LANGUAGES) {
      const words = [...scriptsOf(target, "popup.html")].flatMap((path) => wordsOf(target, path, language))
      expect(new Set(words.map((path) => path.replace(/-[^-]+$/, "")))).toEqual(new Set([`chunks/words-${language}`]))
    }
  })

  it("every style sheet is linked by a page: none is loaded with a lazy part", () => {
    const pages = filesOf(target).filter((path) => path.endsWith(".html"))
    const linked = pages.map((path) => read(target, path)).join("\n")
    // One goes into web pages (`browser/page-style.ts`).
    const sheets = filesOf(target).filter((path) => path.endsWith(".css") && path !== "page-style.css")
    expect(sheets.length).toBeGreaterThan(0)
    for (const path of sheets) expect(linked, path).toContain(`href="/${path}"`)
  })

  it("the popup's style sheet does not ask for the window's width, which would have its rules built anew while it opens", () => {
    const sheets = [...read(target, "popup.html").matchAll(/href="\/([^"]+\.css)"/g)].map(([, path = ""]) => path)
    expect(sheets).toHaveLength(1)
    for (const path of sheets) expect(read(target, path)).not.toMatch(/@media[^{]*\bwidth\b/)
  })

  it("the worker uses nothing that Effect's stand-ins only pretend to have", () => {
    const parts = filesOf(target).filter((path) => path.startsWith("worker/"))
    for (const path of ["background.js", ...parts]) expect(read(target, path), path).not.toMatch(/no such durations/)
  })

  it("only the worker carries Effect", () => {
    const scripts = filesOf(target).filter((path) => path.endsWith(".js") && !/^(background\.js|worker\/)/.test(path))
    for (const path of scripts) expect(read(target, path), path).not.toMatch(/~effect\/|effect\/Context/)
  })
})
