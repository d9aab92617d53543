import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { expect, it } from "vitest"

import { danglingLinks, danglingPaths, files, pages } from "./references.ts"

/** Guides name files of their readers' own machines. */
const isAboutTheRepository = (page: string): boolean =>
  !page.startsWith("docs/") && !page.startsWith("tooling/gen/templates")

it("every relative link leads to a file, and to a heading of it", () => {
  expect(pages()).toContain("README.md")
  expect(pages().flatMap((page) => danglingLinks(page))).toEqual([])
})

it("every path between backticks exists", () => {
  const paths = files()
  expect(pages().filter(isAboutTheRepository)).toContain("ARCHITECTURE.md")
  expect(
    pages()
      .filter(isAboutTheRepository)
      .flatMap((page) => danglingPaths(page, paths))
  ).toEqual([])
})

it("reports links and paths that lead nowhere, and accepts those that are shortened", () => {
  const folder = mkdtempSync(join(tmpdir(), "inlay-references-"))
  try {
    mkdirSync(join(folder, "packages/parcels/src/wire"), { recursive: true })
    writeFileSync(join(folder, "packages/parcels/src/wire/errors.ts"), "")
    writeFileSync(
      join(folder, "packages/parcels/README.md"),
      "# Parcels\n\n`wire/errors.ts` `wire/gone.ts` `client/Parcels.ts`"
    )
    writeFileSync(
      join(folder, "README.md"),
      [
        "# All of it",
        "`parcels/wire/errors.ts` `packages/<plugin>/src/wire` `acme/widgets` `JSON.parse` `packages/letters`",
        "[a](packages/parcels/README.md#parcels) [b](packages/parcels/README.md#letters) [c](gone.md) [d](#all-of-it)",
        "[e](https://example.com/gone.md)"
      ].join("\n")
    )
    const paths = files(folder)
    expect(danglingPaths("README.md", paths, folder)).toEqual(["README.md: packages/letters"])
    expect(danglingPaths("packages/parcels/README.md", paths, folder)).toEqual([
      "packages/parcels/README.md: wire/gone.ts",
      "packages/parcels/README.md: client/Parcels.ts"
    ])
    expect(danglingLinks("README.md", folder)).toEqual([
      "README.md: packages/parcels/README.md#letters",
      "README.md: gone.md"
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
