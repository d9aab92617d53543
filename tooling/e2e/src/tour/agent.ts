/** The platform team's part of the tour: the same tool step, run by an MCP client against a hub on SQLite. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import type { RunningSandbox } from "@inlay/sandbox"

import { connectMcp } from "../support/mcp.ts"
import { facts, step } from "./report.ts"

interface Enriched {
  readonly record: {
    readonly name: string
    readonly jobTitle: string
    readonly emails: ReadonlyArray<{ readonly value: string }>
  }
  readonly credits: { readonly charged: number; readonly basis: string }
  readonly fromCache: boolean
}

const STEP = "salesdata_people_enrichment"

export const agent = async (sandbox: RunningSandbox): Promise<void> => {
  const plugin = sandbox.plugins["salesdata"]
  const input = plugin?.examples[STEP]?.match[0]
  if (plugin === undefined || input === undefined) throw new Error(`the sandbox has no example for ${STEP}`)
  const dataDir = await mkdtemp(join(tmpdir(), "inlay-tour-"))
  const client = await step("an MCP client starts `inlay mcp`", () => connectMcp(plugin.env, dataDir))
  try {
    await step(
      "tools/list",
      () => client.listTools(),
      ({ tools }) => tools.map((tool) => tool.name).join(", ")
    )
    const call = async () => {
      const answer = await client.callTool({ name: STEP, arguments: { ...input } })
      if (answer.isError === true) throw new Error(JSON.stringify(answer.content))
      return answer.structuredContent as Enriched
    }
    const first = await step(`tools/call ${STEP}`, call)
    facts([
      ["person", `${first.record.name}, ${first.record.jobTitle}`],
      ["e-mail", first.record.emails[0]?.value ?? "none"],
      ["credits", `${first.credits.charged} (by the ${first.credits.basis})`]
    ])
    await step(
      "the same call again: from the cache",
      call,
      (again) => `${again.credits.charged} credits, fromCache ${again.fromCache}`
    )
  } finally {
    await client.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
