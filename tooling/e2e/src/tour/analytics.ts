/**
 * The analyst's part of the tour: four weeks of a shop in the terminal, as a table and a chart, then every row in a
 * file.
 */
import { mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import type { RunningSandbox } from "@inlay/sandbox"

import { inlay } from "../product/command.ts"
import { facts, say, step } from "./report.ts"

const STEP = "analytics_run_reports"

const propertyOf = (sandbox: RunningSandbox): string => {
  const property = sandbox.plugins["analytics"]?.examples[STEP]?.match[0]?.["property"]
  if (typeof property !== "string") throw new Error(`the sandbox has no example for ${STEP}`)
  return property
}

interface Written {
  readonly rows: number
  readonly bytes: number
}

export const analytics = async (sandbox: RunningSandbox): Promise<void> => {
  const env = sandbox.plugins["analytics"]?.env ?? {}
  const dataDir = await mkdtemp(join(tmpdir(), "inlay-tour-"))
  const report = ["report", "--property", propertyOf(sandbox), "--metrics", "sessions,totalRevenue"]
  try {
    const text = await step("`inlay report --dimensions date --chart line`: 28 days of a shop", () =>
      inlay([...report, "--dimensions", "date", "--chart", "line", "--limit", "5"], env, dataDir)
    )
    for (const line of text.split("\n")) say(`      ${line}`.trimEnd())
    const file = join(dataDir, "pages.csv")
    const written = await step("every row of a report by day and page, as CSV", async () => {
      const json = await inlay([...report, "--dimensions", "date,pagePath", "--csv", file, "--json"], env, dataDir)
      return JSON.parse(json) as Written
    })
    const { size } = await stat(file)
    if (size !== written.bytes || written.rows === 0) throw new Error(`the file has ${size} bytes`)
    facts([["written", `${written.rows} rows, ${size} bytes`]])
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
