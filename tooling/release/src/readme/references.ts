/**
 * Finds what the READMEs, the guides and the other pages refer to, so that a test can tell what is not there: relative
 * links with their headings, and, in READMEs and the pages at the root, the repository's paths between backticks.
 *
 * A path may be shortened as readers expect it: it need not begin at the root, and `src` may be left out. `<name>` and
 * `*` stand for any name. The README of a package names paths of its own folder, paths from the root, and files
 * elsewhere by their names alone.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

import { root } from "../workspace.ts"

/** A reference that leads nowhere, such as `README.md: docs/gone.md`. */
export type Dangling = string

const OTHERS = new Set(["node_modules", "dist", "artifacts", "fixtures", "results", "CHANGELOG.md"])

/** Folders that builds and programs write. */
const WRITTEN = /^(dist|artifacts|results)\//

const isOther = (name: string): boolean => OTHERS.has(name) || (name.startsWith(".") && name !== ".github")

export const pages = (from = root): ReadonlyArray<string> =>
  globSync("**/*.md", { cwd: from, exclude: isOther }).toSorted()

/** Every file of the repository; test data only by its folders. */
export const files = (from = root): ReadonlyArray<string> =>
  globSync("**/*", { cwd: from, exclude: (name) => isOther(name) && name !== "fixtures" })

const withoutBlocks = (markdown: string): string => markdown.replace(/^```[^]*?^```$/gm, "")

const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")

const anchors = (markdown: string): ReadonlyArray<string> =>
  [...withoutBlocks(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchor(heading))

/** The relative links of a page that lead to no file, or to no heading of it. */
export const danglingLinks = (page: string, from = root): ReadonlyArray<Dangling> =>
  [...withoutBlocks(readFileSync(join(from, page), "utf8")).matchAll(/\]\((?!\w+:)([^)\s]*)\)/g)].flatMap(
    ([, link = ""]) => {
      const [path = "", heading] = link.split("#")
      const target = path === "" ? page : join(dirname(page), path)
      const leads =
        existsSync(join(from, target)) &&
        (heading === undefined || anchors(readFileSync(join(from, target), "utf8")).includes(heading))
      return leads ? [] : [`${page}: ${link}`]
    }
  )

const FILE = /\.(?:ts|tsx|css|txt|md|json)$/
const PATH = /^[\w<*][\w.<>*-]*(?:\/[\w.<>*-]+)*\/?$/

/** The texts between backticks that name a file by its extension, or a folder by its first part. */
const pathsIn = (markdown: string, folders: ReadonlySet<string>): ReadonlyArray<string> =>
  [...withoutBlocks(markdown).matchAll(/`([^`\n]+)`/g)]
    .map(([, text = ""]) => text)
    .filter((text) => PATH.test(text) && !WRITTEN.test(text))
    .filter((text) => FILE.test(text) || (text.includes("/") && folders.has(text.slice(0, text.indexOf("/")))))

const withoutSrc = (path: string): string => path.replaceAll(/(^|\/)src\//g, "$1")

/** The folder whose paths a README may shorten: its package, or everything for a page about the whole repository. */
const scopeOf = (page: string): string => /^(?:packages|apps)\/(?:[^/]+\/sandbox|[^/]+)\//.exec(page)?.[0] ?? ""

/** @param all the paths that exist, one in a line */
const isNamed = (path: string, scope: string, all: string): boolean => {
  const named = path
    .replace(/\/$/, "")
    .replaceAll(".", "\\.")
    .replaceAll(/<[^>]*>|\*/g, "[^/\n]+")
  const before = named.includes("/") ? `(?:${scope}(?:.*/)?)?` : "(?:.*/)?"
  return new RegExp(`^${before}${named}(?:/|$)`, "m").test(all)
}

/** Finds the paths between a page's backticks that name nothing in the repository. */
export const danglingPaths = (page: string, paths: ReadonlyArray<string>, from = root): ReadonlyArray<Dangling> => {
  const all = paths.map(withoutSrc).join("\n")
  const folders = new Set(paths.flatMap((path) => path.split("/").slice(0, -1)))
  return pathsIn(readFileSync(join(from, page), "utf8"), folders)
    .filter((path) => !isNamed(withoutSrc(path), withoutSrc(scopeOf(page)), all))
    .map((path) => `${page}: ${path}`)
}
