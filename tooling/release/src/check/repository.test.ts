import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { expect, it } from "vitest"

import { root } from "../workspace.ts"
import { repositoryProblems } from "./repository.ts"

it("this repository has everything it needs to be public", () => expect(repositoryProblems()).toEqual([]))

it("reports missing files and files with missing content", () => {
  const folder = mkdtempSync(join(tmpdir(), "inlay-repository-"))
  try {
    mkdirSync(join(folder, ".github/workflows"), { recursive: true })
    writeFileSync(join(folder, ".github/workflows/release.yml"), "jobs: {}")
    expect(repositoryProblems(folder)).toEqual(
      expect.arrayContaining([
        "renovate.json is missing: how dependencies are updated",
        ".github/workflows/release.yml does not contain the release, with its provenance"
      ])
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

// An ordinary install does not add those that are missing: `pnpm install --fix-lockfile` does.
it("the lockfile has the programs for macOS and Windows that it has for Linux", () => {
  const lockfile = readFileSync(join(root, "pnpm-lock.yaml"), "utf8")
  const programs = new Set([...lockfile.matchAll(/^ {2}'?(\S+?)linux-/gm)].map(([, program]) => program))
  const wanted = [...programs].flatMap((program) => [`${program}darwin-`, `${program}win`])
  expect(wanted.filter((name) => !lockfile.includes(name))).toEqual([])
})
