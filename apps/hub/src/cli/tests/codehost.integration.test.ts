/**
 * Every tool step of the code host as run by agents (MCP) and users (the command), with its effect read back by another
 * call.
 */
import { plugin } from "@inlay/codehost"
import { startSandbox, type RunningSandbox } from "@inlay/codehost-sandbox"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { main, environment } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { commandJson } from "../../testing/threads/command.ts"

const WIDGETS = { owner: "acme", repo: "widgets" }
const REPO = "/repos/acme/widgets"

// oxlint-disable-next-line typescript/no-explicit-any -- the service's own JSON, as a test reads it
type Value = any
type Json = Readonly<Record<string, Value>>
type Run = (step: string, input: Json) => Promise<Json>

interface Scenario {
  readonly step: string
  readonly input: Json | ((api: Api) => Promise<Json>)
  /** Reads the effect with another call. */
  readonly readBack: (output: Json, api: Api, input: Json) => Promise<unknown>
  readonly expected: unknown
}

/** Reads an endpoint. */
type Api = (endpoint: string) => Promise<Value>

const openPull: (api: Api) => Promise<Json> = async (api) => ({
  ...WIDGETS,
  pull_number: (await api(`${REPO}/pulls?state=open`))[0].number
})

const firstItem = async (api: Api) => (await api("/orgs/acme/projectsV2/1/items"))[0].id as number

const scenarios: ReadonlyArray<Scenario> = [
  {
    step: "create_repository",
    input: { name: "made-here", description: "By a step", auto_init: true },
    readBack: (_, api) => api("/repos/mona/made-here"),
    expected: { description: "By a step", default_branch: "main" }
  },
  {
    step: "get_repository_info",
    input: WIDGETS,
    readBack: async ({ id }, api) => (await api(REPO)).id === id,
    expected: true
  },
  {
    step: "get_repository_content",
    input: { ...WIDGETS, path: "README.md" },
    readBack: async ({ sha, content }, api) => {
      const file = await api(`${REPO}/contents/README.md`)
      return file.sha === sha && Buffer.from(file.content, "base64").toString() === content
    },
    expected: true
  },
  {
    step: "star_repo",
    input: WIDGETS,
    readBack: async (_, api) => (await api("/user/starred")).map((one: Json) => one["full_name"]),
    expected: expect.arrayContaining(["acme/widgets"])
  },
  {
    step: "create_branch",
    input: { ...WIDGETS, branch: "made/here" },
    readBack: (_, api) => api(`${REPO}/branches/made/here`),
    expected: { name: "made/here" }
  },
  {
    step: "get_commit",
    input: { ...WIDGETS, ref: "feature/a/b" },
    readBack: async ({ sha }, api) => (await api(`${REPO}/branches/feature/a/b`)).commit.sha === sha,
    expected: true
  },
  {
    step: "list_commits",
    input: { ...WIDGETS, per_page: 3 },
    readBack: async ({ items }, api) =>
      (await api(`${REPO}/commits?per_page=3`)).map((one: Json) => one["sha"]).join() ===
      items.map((one: Json) => one["sha"]).join(),
    expected: true
  },
  {
    step: "create_or_update_file_contents",
    input: { ...WIDGETS, path: "made/here.txt", content: "by a step\n", branch: "feature/a/b" },
    readBack: async (_, api) =>
      Buffer.from((await api(`${REPO}/contents/made/here.txt?ref=feature/a/b`)).content, "base64").toString(),
    expected: "by a step\n"
  },
  {
    step: "create_issue",
    input: { ...WIDGETS, title: "By a step", labels: ["bug"] },
    readBack: ({ number }, api) => api(`${REPO}/issues/${number}`),
    expected: { title: "By a step", labels: [{ name: "bug" }] }
  },
  {
    step: "create_issue_comment",
    input: { ...WIDGETS, issue_number: 1, body: "By a step" },
    readBack: ({ id }, api) => api(`${REPO}/issues/comments/${id}`),
    expected: { body: "By a step" }
  },
  {
    step: "update_issue",
    input: { ...WIDGETS, issue_number: 1, state: "closed", state_reason: "not_planned" },
    readBack: (_, api) => api(`${REPO}/issues/1`),
    expected: { state: "closed", state_reason: "not_planned" }
  },
  {
    step: "get_issue_assignees",
    input: { ...WIDGETS, issue_number: 1 },
    readBack: async ({ assignees }, api) =>
      (await api(`${REPO}/issues/1`)).assignees.map((one: Json) => one["login"]).join() ===
      assignees.map((one: Json) => one["login"]).join(),
    expected: true
  },
  {
    step: "search_issues_and_pull_requests",
    input: { q: "repo:acme/widgets is:pr is:open", limit: 1 },
    readBack: async ({ total }, api) =>
      (await api("/search/issues?q=repo:acme/widgets+is:pr+is:open")).total_count === total,
    expected: true
  },
  {
    step: "create_pull_request",
    input: { ...WIDGETS, title: "By a step", head: "docs/typos", base: "feature/a/b", draft: true },
    readBack: ({ number }, api) => api(`${REPO}/pulls/${number}`),
    expected: { draft: true, head: { ref: "docs/typos" }, base: { ref: "feature/a/b" } }
  },
  {
    step: "get_reviewers",
    input: openPull,
    readBack: async ({ reviewers }, api, { pull_number }) => {
      const { users } = await api(`${REPO}/pulls/${pull_number}/requested_reviewers`)
      const reviewRequests = reviewers.filter((one: Json) => one["requested"] && one["type"] === "user")
      return users.map((one: Json) => one["login"]).join() === reviewRequests.map((one: Json) => one["name"]).join()
    },
    expected: true
  },
  {
    step: "update_project_v2_item_status",
    input: async (api) => ({ owner: "acme", project_number: 1, item_id: await firstItem(api), status: "done" }),
    readBack: async ({ item_id }, api) => {
      const fields = await api("/orgs/acme/projectsV2/1/fields")
      const { id } = fields.find((one: Json) => one["name"] === "Status")
      return JSON.stringify(await api(`/orgs/acme/projectsV2/1/items/${item_id}?fields=${id}`))
    },
    expected: expect.stringContaining("Done")
  },
  {
    step: "create_workflow_dispatch",
    input: { ...WIDGETS, workflow_id: "deploy.yml", inputs: { environment: "staging" } },
    readBack: async (_, api) => (await api(`${REPO}/actions/runs?event=workflow_dispatch`)).workflow_runs[0],
    expected: { event: "workflow_dispatch", head_branch: "main" }
  },
  {
    step: "disable_workflow",
    input: { ...WIDGETS, workflow_id: "ci.yml" },
    readBack: (_, api) => api(`${REPO}/actions/workflows/ci.yml`),
    expected: { state: "disabled_manually" }
  },
  {
    step: "enable_workflow",
    input: { ...WIDGETS, workflow_id: "ci.yml" },
    readBack: (_, api) => api(`${REPO}/actions/workflows/ci.yml`),
    expected: { state: "active" }
  },
  {
    step: "get_workflow_run",
    input: async (api) => ({
      ...WIDGETS,
      run_id: (await api(`${REPO}/actions/runs?status=failure`)).workflow_runs[0].id
    }),
    readBack: async ({ id, outcome }, api) => [(await api(`${REPO}/actions/runs/${id}`)).conclusion, outcome],
    expected: ["failure", "failed"]
  },
  {
    step: "list_workflow_runs",
    input: { ...WIDGETS, status: "failure", per_page: 2 },
    readBack: async ({ total }, api) => (await api(`${REPO}/actions/runs?status=failure`)).total_count === total,
    expected: true
  },
  {
    step: "create_gist",
    input: { files: { "a.txt": "one" } },
    readBack: ({ id }, api) => api(`/gists/${id}`),
    expected: { public: false, files: { "a.txt": { content: "one" } } }
  },
  {
    step: "update_gist",
    input: async (api) => ({ gist_id: (await api("/gists")).at(-1).id, files: { "new.txt": "added" } }),
    readBack: ({ id }, api) => api(`/gists/${id}`),
    expected: { files: { "new.txt": { content: "added" } } }
  },
  {
    step: "list_gists_for_a_user",
    input: { username: "hubot" },
    readBack: async ({ items }, api) => (await api("/users/hubot/gists")).length === items.length,
    expected: true
  },
  {
    step: "list_releases",
    input: { ...WIDGETS, fields: ["tag_name"] },
    readBack: async ({ items }, api) => (await api(`${REPO}/releases`))[0].tag_name === items[0].tag_name,
    expected: true
  },
  {
    step: "api_call",
    input: { method: "PUT", endpoint: `${REPO}/issues/1/lock`, body: { lock_reason: "resolved" } },
    readBack: (_, api) => api(`${REPO}/issues/1`),
    expected: { locked: true }
  }
]

const directory = temporaryDirectories()
let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const play = async ({ step, input, readBack, expected }: Scenario, run: Run, api: Api) => {
  const value = typeof input === "function" ? await input(api) : input
  const record = await readBack(await run(`codehost_${step}`, value), api, value)
  if (
    typeof expected === "object" &&
    expected !== null &&
    !Array.isArray(expected) &&
    !("asymmetricMatch" in expected)
  ) {
    expect(record).toMatchObject(expected)
  } else expect(record).toEqual(expected)
}

const reset = () => fetch(`${sandbox.control}/reset`, { method: "POST" })

it("has a scenario for every step of the plugin", () => {
  expect(scenarios.map(({ step }) => `codehost_${step}`).sort()).toEqual(plugin.toolSteps.map(({ id }) => id).sort())
})

describe("over MCP", () => {
  let client: Client
  beforeAll(async () => {
    await reset()
    client = new Client({ name: "test", version: "1.0.0" })
    const env = environment({ ...sandbox.env, INLAY_DATA: directory() })
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [main, "mcp"], env }))
  })
  afterAll(() => client.close())

  const run: Run = async (name, input) => {
    const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: input }, CallToolResultSchema))
    if (result.isError === true) throw new Error(JSON.stringify(result.content))
    return result.structuredContent as Json
  }

  const api: Api = async (endpoint) => (await run("codehost_api_call", { method: "GET", endpoint }))["body"]

  it.each(scenarios)("$step", (scenario) => play(scenario, run, api))
})

describe("by the command", () => {
  beforeAll(reset)

  const data = directory()
  const run: Run = async (step, input) => {
    const { json, code } = await commandJson<Json>(["run", step, "--input", JSON.stringify(input)], {
      env: { ...sandbox.env, INLAY_DATA: data }
    })
    if (code !== 0) throw new Error(JSON.stringify(json))
    return json
  }

  // Reads the result directly from the service.
  const api: Api = async (endpoint) => {
    const headers = { authorization: `Bearer ${sandbox.env.INLAY_CODEHOST_TOKEN}` }
    return (await fetch(sandbox.urls.codehost + endpoint, { headers })).json()
  }

  it.each(scenarios)("$step", (scenario) => play(scenario, run, api))
})
