import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { expect, it } from "vitest"

import { root } from "../workspace.ts"
import { stepBytes } from "./tool-steps.ts"

// The largest of each plugin. With its client, each would have more than 75,000.
it.each([
  ["analytics", "run-reports"],
  ["codehost", "search-issues-and-pull-requests"],
  ["salesdata", "people-search"]
])("%s: %s alone does not bring its client", async (plugin, step) => {
  const outDir = mkdtempSync(join(tmpdir(), "inlay-step-"))
  try {
    const bytes = await stepBytes(join(root, "packages", plugin), `src/tool-steps/${step}.ts`, outDir)
    expect(bytes).toBeGreaterThan(20_000)
    expect(bytes).toBeLessThan(40_000)
  } finally {
    rmSync(outDir, { recursive: true })
  }
})
