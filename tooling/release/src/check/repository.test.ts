import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { expect, it } from "vitest"

import { repositoryProblems } from "./repository.ts"

it("this repository has all that it needs to be public", () => expect(repositoryProblems()).toEqual([]))

it("says what is missing, and what does not hold what it should", () => {
  const folder = mkdtempSync(join(tmpdir(), "inlay-repository-"))
  try {
    mkdirSync(join(folder, ".github/workflows"), { recursive: true })
    writeFileSync(join(folder, ".github/workflows/release.yml"), "jobs: {}")
    expect(repositoryProblems(folder)).toEqual(
      expect.arrayContaining([
        "renovate.json is missing: how dependencies are renewed",
        ".github/workflows/release.yml does not hold the release, with its provenance"
      ])
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
