// Budgets of what is built, in bytes as they stand on disk (minified, not compressed).
//
// What the worker is made of, in KB: Effect's runtime 59, core-http 53, salesdata 47, codehost 27, the extension's own code 80 (of
// which the hub 22 and repositories 17), agent-plugin 5. A plugin's `browser.ts` says what of it comes here: its client, without
// what describes steps to agents. A further plugin adds its own code alone, and comes in with the first feature that uses it.
import { dirname, join } from "node:path/posix"

import { describe, expect, it } from "vitest"

import { bytesOf, filesOf, read, targets, type Target } from "./output.ts"

const KB = 1000

/** The scripts that a page loads before anything lazy, chunks that they import included. */
const scriptsOf = (target: Target, page: string): ReadonlySet<string> => {
  const sizes = new Set<string>()
  const follow = (path: string) => {
    if (sizes.has(path)) return
    sizes.add(path)
    for (const [, specifier] of read(target, path).matchAll(/(?:\bimport|\bfrom)\s*["'](\.[^"']+)["']/g)) {
      follow(join(dirname(path), specifier ?? ""))
    }
  }
  for (const [, path] of read(target, page).matchAll(/<script[^>]*\bsrc="\/([^"]+)"/g)) follow(path ?? "")
  return sizes
}

const sum = (target: Target, paths: Iterable<string>) =>
  [...paths].reduce((total, path) => total + bytesOf(target, path), 0)

describe.each(targets)("%s", (target) => {
  it("the worker is at most 290 KB", () => {
    expect(bytesOf(target, "background.js")).toBeLessThanOrEqual(290 * KB)
  })

  it("the card in the page is at most 14 KB", () => {
    expect(bytesOf(target, "page-card.js")).toBeLessThanOrEqual(14 * KB)
  })

  it("the popup loads at most 30 KB of script before its lazy parts", () => {
    const scripts = scriptsOf(target, "popup.html")
    expect(scripts.size).toBeGreaterThan(0)
    expect(sum(target, scripts)).toBeLessThanOrEqual(30 * KB)
  })

  it("only the worker carries Effect", () => {
    const scripts = filesOf(target).filter((path) => path.endsWith(".js") && path !== "background.js")
    for (const path of scripts) expect(read(target, path), path).not.toMatch(/~effect\/|effect\/Context/)
  })
})
