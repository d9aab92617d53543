/**
 * The platform team's part of the tour: an MCP client and a hub on SQLite. The agent looks up the same person, then
 * works on a repository and reads the results back.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import type { RunningSandbox } from "@inlay/sandbox"

import { connectMcp } from "../world/mcp.ts"
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

interface Issue {
  readonly number: number
  readonly title: string
  readonly state: string
}

const ENRICH = "salesdata_people_enrichment"

/** Calls a tool and returns its structured content. */
type Call = <A>(tool: string, input: Readonly<Record<string, unknown>>) => Promise<A>

const caller =
  (client: Awaited<ReturnType<typeof connectMcp>>): Call =>
  async <A>(name: string, input: Readonly<Record<string, unknown>>) => {
    const answer = await client.callTool({ name, arguments: { ...input } })
    if (answer.isError === true) throw new Error(JSON.stringify(answer.content))
    return answer.structuredContent as A
  }

const lookUp = async (sandbox: RunningSandbox, call: Call): Promise<void> => {
  const input = sandbox.plugins["salesdata"]?.examples[ENRICH]?.match[0]
  if (input === undefined) throw new Error(`the sandbox has no example for ${ENRICH}`)
  const first = await step(`tools/call ${ENRICH}`, () => call<Enriched>(ENRICH, input))
  facts([
    ["person", `${first.record.name}, ${first.record.jobTitle}`],
    ["e-mail", first.record.emails[0]?.value ?? "none"],
    ["credits", `${first.credits.charged} (by the ${first.credits.basis})`]
  ])
  await step(
    "the same call again: from the cache",
    () => call<Enriched>(ENRICH, input),
    (again) => `${again.credits.charged} credits, fromCache ${again.fromCache}`
  )
}

const workOn = async (repository: { readonly owner: string; readonly repo: string }, call: Call): Promise<void> => {
  const issue = await step(
    "tools/call codehost_create_issue",
    () => call<Issue>("codehost_create_issue", { ...repository, title: "Look up who asked for this", labels: ["bug"] }),
    ({ number, title }) => `#${number} ${title}`
  )
  const searchResult = await step(
    "read back by tools/call codehost_api_call",
    () =>
      call<{ readonly body: Issue }>("codehost_api_call", {
        method: "GET",
        endpoint: `/repos/${repository.owner}/${repository.repo}/issues/${issue.number}`
      }),
    ({ body }) => `#${body.number} is ${body.state}`
  )
  if (searchResult.body.title !== issue.title)
    throw new Error(`another issue was read back: ${JSON.stringify(searchResult.body)}`)
}

export const agent = async (sandbox: RunningSandbox): Promise<void> => {
  const env = Object.assign({}, ...Object.values(sandbox.plugins).map((plugin) => plugin.env)) as Record<string, string>
  const dataDir = await mkdtemp(join(tmpdir(), "inlay-tour-"))
  const client = await step("an MCP client starts `inlay mcp`", () => connectMcp(env, dataDir))
  try {
    await step(
      "tools/list",
      () => client.listTools(),
      ({ tools }) =>
        `${tools.length} tools: ${tools
          .map((tool) => tool.name.replace(/_.*/, ""))
          .filter((id, n, all) => all.indexOf(id) === n)
          .join(", ")}`
    )
    const call = caller(client)
    await lookUp(sandbox, call)
    await workOn({ owner: "acme", repo: "widgets" }, call)
  } finally {
    await client.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
