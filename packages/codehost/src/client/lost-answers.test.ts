// For every change whose response is lost: the error says that the change may have been made and where to look, and the
// request is sent only once.
import { advice, adviceOf } from "@inlay/agent-plugin/advice"
import { ProviderError, toJson } from "@inlay/core-http/ProviderError"
import { expect, it } from "vitest"

import { answers, type ReceivedRequest, type PreparedAnswer } from "../../tests/answers.ts"
import { clients, widgets } from "../../tests/clients.ts"
import type { CodeHost } from "../promise.ts"

const { client } = clients()
const server = answers()

const SHA = "1".repeat(40)
const project = { owner: "acme", project_number: 1, status: "Done" }
const pull = {
  id: 1,
  node_id: "PR_1",
  number: 3,
  title: "a",
  state: "open",
  draft: true,
  html_url: "x",
  head: { ref: "a", sha: SHA },
  base: { ref: "main", sha: SHA },
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z"
}

const CHANGES: ReadonlyArray<readonly [string, (code: CodeHost) => Promise<unknown>, string]> = [
  ["issues.create", (c) => c.issues.create({ ...widgets, title: "a" }), "the newest issues of acme/widgets"],
  ["issues.update", (c) => c.issues.update({ ...widgets, issue_number: 5, title: "a" }), "issue #5 of acme/widgets"],
  [
    "issues.comment",
    (c) => c.issues.comment({ ...widgets, issue_number: 5, body: "a" }),
    "the newest comments on #5 of acme/widgets"
  ],
  [
    "contents.put",
    (c) => c.contents.put({ ...widgets, path: "a.md", content: "a" }),
    "a.md on the default branch of acme/widgets"
  ],
  [
    "contents.delete",
    (c) => c.contents.delete({ ...widgets, path: "a.md", sha: SHA, branch: "x" }),
    "a.md on x of acme/widgets"
  ],
  ["branches.create", (c) => c.branches.create({ ...widgets, branch: "x", sha: SHA }), "the branch x of acme/widgets"],
  ["repositories.create", (c) => c.repositories.create({ name: "x", org: "acme" }), "the repository acme/x"],
  ["repositories.star", (c) => c.repositories.star(widgets), "the star of acme/widgets"],
  [
    "pullRequests.create",
    (c) => c.pullRequests.create({ ...widgets, title: "a", head: "x", base: "main" }),
    "the newest pull requests of acme/widgets"
  ],
  [
    "pullRequests.update",
    (c) => c.pullRequests.update({ ...widgets, pull_number: 3, title: "a" }),
    "pull request #3 of acme/widgets"
  ],
  [
    "pullRequests.merge",
    (c) => c.pullRequests.merge({ ...widgets, pull_number: 3 }),
    "pull request #3 of acme/widgets"
  ],
  [
    "pullRequests.markReady",
    (c) => c.pullRequests.markReady({ ...widgets, pull_number: 3 }),
    "pull request #3 of acme/widgets"
  ],
  [
    "pullRequests.requestReviewers",
    (c) => c.pullRequests.requestReviewers({ ...widgets, pull_number: 3, reviewers: ["mona"] }),
    "the reviewers of #3 of acme/widgets"
  ],
  [
    "workflows.dispatch",
    (c) => c.workflows.dispatch({ ...widgets, workflow_id: "ci.yml", ref: "main" }),
    "the newest runs of ci.yml of acme/widgets"
  ],
  [
    "workflows.dispatch of a number, which its user may not know",
    (c) => c.workflows.dispatch({ ...widgets, workflow_id: 7, ref: "main" }),
    "the newest runs of acme/widgets"
  ],
  ["workflows.enable", (c) => c.workflows.enable({ ...widgets, workflow_id: 7 }), "the workflow 7 of acme/widgets"],
  ["workflows.disable", (c) => c.workflows.disable({ ...widgets, workflow_id: 7 }), "the workflow 7 of acme/widgets"],
  ["gists.create", (c) => c.gists.create({ files: { a: "b" } }), "your newest gists"],
  ["gists.update", (c) => c.gists.update({ gist_id: "a1", description: "b" }), "the gist a1"],
  [
    "collaborators.put",
    (c) => c.collaborators.put({ ...widgets, username: "mona", permission: "push" }),
    "the permission of mona of acme/widgets"
  ],
  [
    "collaborators.delete",
    (c) => c.collaborators.delete({ ...widgets, username: "mona" }),
    "the permission of mona of acme/widgets"
  ],
  [
    "projects by REST",
    (c) => c.projects.updateItemStatus({ ...project, owner_type: "organization", item_id: 4 }),
    "item 4 of project acme/1"
  ],
  [
    "projects by GraphQL",
    (c) => c.projects.updateItemStatus({ ...project, owner_type: "organization", item_id: "PVTI_abcd" }),
    "item PVTI_abcd of project acme/1"
  ],
  [
    "API Call",
    (c) =>
      c.call({ operation: "apiCall", method: "POST", endpoint: "/repos/acme/widgets/labels", body: { name: "a" } }),
    "what it would have changed"
  ]
]

const isChange = ({ method, body }: ReceivedRequest) => method !== "GET" && !/"query":"\s*query/.test(body)

/** Responds to reads; the responses to all changes are lost behind a gateway. */
const gateway = (request: ReceivedRequest): PreparedAnswer => {
  if (isChange(request)) return { status: 502, body: { message: "Server Error" } }
  if (request.method === "POST") {
    const options = [{ id: "o", name: "Done" }]
    return {
      body: { data: { owner: { projectV2: { id: "P", fields: { nodes: [{ id: "f", name: "Status", options }] } } } } }
    }
  }
  if (request.target.includes("/contents/")) return { body: [] }
  if (request.target.includes("/pulls/")) return { body: pull }
  if (request.target.includes("/fields")) {
    return {
      body: [{ id: 1, name: "Status", data_type: "single_select", options: [{ id: "o", name: { raw: "Done" } }] }]
    }
  }
  return { status: 404, body: { message: "Not Found" } }
}

it.each(CHANGES)("%s", async (_, change, lookAt) => {
  server.answer(gateway)
  const error = await change(await client({ baseUrl: server.origin(), writePauseMillis: 0 })).catch((e: unknown) => e)
  if (!(error instanceof ProviderError)) throw new Error(`it did not fail as it should: ${String(error)}`)
  expect(toJson(error, adviceOf(advice, error)).error).toMatchObject({
    outcome: "unknown",
    fix: `It may have been carried out: check ${lookAt} before you repeat it.`
  })
  expect(error.isRetryable).toBe(false)
  expect(server.asked().filter(isChange)).toHaveLength(1)
})

it("a change whose answer cannot be read is reported as made", async () => {
  server.answer(() => ({ status: 201, body: { id: "not a number" } }))
  const { issues } = await client({ baseUrl: server.origin() })
  const error = await issues.create({ ...widgets, title: "a" }).catch((e: unknown) => e)
  if (!(error instanceof ProviderError)) throw new Error(`it did not fail as it should: ${String(error)}`)
  expect(error).toMatchObject({ outcome: "unknown", isRetryable: false, reason: { _tag: "Decode" } })
  // Nothing follows that doubts it, or that suggests another attempt.
  expect(toJson(error, adviceOf(advice, error)).error.message).toMatch(/ The change was made\.$/)
})

it.each(CHANGES.filter(([name]) => name !== "API Call"))("%s: 200 with {} is not understood", async (_, change) => {
  server.answer((request) => (isChange(request) ? { status: 200, body: {} } : gateway(request)))
  const made = change(await client({ baseUrl: server.origin(), writePauseMillis: 0 }))
  await expect(made).rejects.toMatchObject({ _tag: "ProviderError", outcome: "unknown" })
})
