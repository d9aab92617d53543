import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"

import { afterAll, beforeAll, expect, it } from "vitest"

import { site, type Site } from "./site.ts"

const folder = mkdtempSync(join(tmpdir(), "inlay-docs-"))
let written: Site
beforeAll(async () => {
  written = await site()
  await written.write(folder)
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true }))

it("reads every public library, and finds no missing docstrings and no broken links", () => {
  expect(written.problems).toEqual([])
  const names = written.project.children?.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(["@inlay/core-http", "@inlay/salesdata/tool-steps/people-search"]))
})

it("names each page after its heading, guides before the rest", () => {
  const titles = written.project.documents?.map(({ name }) => name)
  expect(titles?.slice(0, 5)).toEqual([
    "For sales reps",
    "For developers",
    "For analysts",
    "For platform teams",
    "A plugin of your own"
  ])
  expect(titles).toContain("The Inlay extension")
})

it("has every guide", () => {
  const guides = written.project.documents?.filter(({ frontmatter }) => frontmatter["group"] === "Guides")
  const files = globSync("*.md", { cwd: join(import.meta.dirname, "../../../docs") })
  expect(guides?.map((page) => basename(page.project.files.getReflectionPath(page) ?? "")).toSorted()).toEqual(
    files.toSorted()
  )
})

const textOf = (page: string) => readFileSync(join(folder, page), "utf8")

it("links from each text page only to existing files, including pictures, and loads nothing from other sites", () => {
  const pages = ["index.html", ...globSync("documents/*.html", { cwd: folder })]
  const targets = pages.flatMap((page) => {
    const [, text = ""] = /<div class="col-content">([^]*?)<div class="col-sidebar">/.exec(textOf(page)) ?? []
    const links = text.matchAll(/ (?:href|src)="([^"#:]+)(?:#[^"]*)?"/g)
    return [...links].map(([, target = ""]) => join(dirname(page), decodeURI(target)))
  })
  expect(targets.filter((target) => !existsSync(join(folder, target)))).toEqual([])
  expect(targets).toEqual(
    expect.arrayContaining(["documents/For_developers.html", expect.stringMatching(/popup\.png$/)])
  )
  const scripts = textOf("index.html").matchAll(/<(?:script|link)[^>]+(?:src|href)="(https?:[^"]*)"/g)
  expect([...scripts].map(([, address]) => address)).toEqual([])
})
