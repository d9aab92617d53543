// Runs the service's own client against the sandbox.
import { Octokit, RequestError } from "octokit"
import { expect, test } from "vitest"

import { startFor } from "./testing/bench.ts"

const { sandbox } = startFor()

const widgets = { owner: "acme", repo: "widgets" }

const octokit = () =>
  new Octokit({
    auth: sandbox().env.INLAY_CODEHOST_TOKEN,
    baseUrl: sandbox().urls.codehost,
    retry: { enabled: false },
    throttle: { enabled: false }
  })

test("reads, writes and pages over REST", async () => {
  const { rest, paginate } = octokit()
  const { data: issue } = await rest.issues.create({ ...widgets, title: "From octokit", labels: ["bug"] })
  await rest.issues.createComment({ ...widgets, issue_number: issue.number, body: "Seen." })
  const { data: comments } = await rest.issues.listComments({ ...widgets, issue_number: issue.number })
  expect(comments.map(({ body }) => body)).toEqual(["Seen."])
  const issues = await paginate(rest.issues.listForRepo, { ...widgets, state: "all", per_page: 100 })
  const { data: search } = await rest.search.issuesAndPullRequests({ q: "repo:acme/widgets" })
  expect(issues.length).toBe(search.total_count)
  expect(issues.map(({ title }) => title)).toContain("From octokit")
})

test("reads a file, writes one, and follows a repository's former name", async () => {
  const { rest } = octokit()
  await rest.repos.createOrUpdateFileContents({
    ...widgets,
    path: "docs/octokit.md",
    message: "Add a page",
    content: Buffer.from("A page.\n").toString("base64")
  })
  const raw = await rest.repos.getContent({
    owner: "acme",
    repo: "gizmos",
    path: "docs/octokit.md",
    mediaType: { format: "raw" }
  })
  expect(raw.data).toBe("A page.\n")
})

test("queries with GraphQL", async () => {
  const { repository } = await octokit().graphql<{ readonly repository: { readonly nameWithOwner: string } }>(
    "query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { nameWithOwner } }",
    widgets
  )
  expect(repository.nameWithOwner).toBe("acme/widgets")
})

test("gets errors for what is not simulated and what does not exist", async () => {
  const { rest } = octokit()
  const refusal = async (call: Promise<unknown>) => {
    const error = await call.catch((cause: unknown) => cause)
    return error instanceof RequestError ? error.status : error
  }
  expect([
    await refusal(rest.checks.listForRef({ ...widgets, ref: "main" })),
    await refusal(rest.teams.list({ org: "acme" })),
    await refusal(rest.issues.get({ ...widgets, issue_number: 999_999 }))
  ]).toEqual([501, 501, 404])
})
