// Every tool step, with valid and invalid input.

import type { Scenario } from "./drive.ts"

const widgets = { owner: "acme", repo: "widgets" }

export const repositorySteps: Scenario = async ({ step }) => {
  await step("codehost_create_repository", { name: "from-a-step", description: "Made", private: true, auto_init: true })
  await step("codehost_create_repository", { name: "from-a-step", org: "acme" })
  await step("codehost_create_repository", { name: "widgets", org: "acme" }, "Conflict")
  await step("codehost_create_repository", { name: "anything", org: "no-such-organization" }, "NotFound")
  await step("codehost_get_repository_info", widgets)
  await step("codehost_get_repository_info", { owner: "acme", repo: "no-such-repository" }, "NotFound")
  await step("codehost_star_repo", widgets)
  await step("codehost_star_repo", { owner: "acme", repo: "no-such-repository" }, "NotFound")

  await step("codehost_get_repository_content", widgets)
  await step("codehost_get_repository_content", { ...widgets, path: "README.md", ref: "feature/a/b" })
  await step("codehost_get_repository_content", { ...widgets, path: "no/such/file" }, "NotFound")
  const file = { ...widgets, path: "notes/from a step.md", branch: "feature/a/b" }
  const write = await step("codehost_create_or_update_file_contents", { ...file, content: "one\n", message: "Note" })
  await step("codehost_create_or_update_file_contents", { ...file, content: "two\n" })
  await step("codehost_create_or_update_file_contents", { ...file, content: "three\n", sha: write("sha") }, "Conflict")
}

export const branchSteps: Scenario = async ({ step }) => {
  await step("codehost_create_branch", { ...widgets, branch: "steps/from/default" })
  await step("codehost_create_branch", { ...widgets, branch: "steps/from/branch", source: "feature/a/b" })
  await step("codehost_create_branch", { ...widgets, branch: "steps/from/default" }, "Conflict")
  await step("codehost_create_branch", { ...widgets, branch: "x", source: "no-such-branch" }, "NotFound")
  const commits = await step("codehost_list_commits", {
    ...widgets,
    sha: "feature/a/b",
    path: "README.md",
    per_page: 2
  })
  await step("codehost_list_commits", {
    ...widgets,
    author: "mona",
    since: "2020-01-01T00:00:00Z",
    page: 2,
    per_page: 1
  })
  await step("codehost_list_commits", { ...widgets, sha: "no-such-branch" }, "NotFound")
  for (const detail of ["none", "stats", "patch"]) {
    await step("codehost_get_commit", { ...widgets, ref: commits("items.0.sha"), detail })
  }
  await step("codehost_get_commit", { ...widgets, ref: "feature/a/b" })
  await step("codehost_get_commit", { ...widgets, ref: "no-such-branch" }, "NotFound")
}

export const issueSteps: Scenario = async ({ step }) => {
  const details = { body: "Text", labels: ["bug"], assignees: ["mona"], milestone: 1 }
  const newIssue = await step("codehost_create_issue", { ...widgets, title: "From a step", ...details })
  await step("codehost_create_issue", { ...widgets, title: "No such milestone", milestone: 999_999 }, "Invalid")
  const issue = { ...widgets, issue_number: Number(newIssue("number")) }
  const nowhere = { ...widgets, issue_number: 999_999 }
  await step("codehost_create_issue_comment", { ...issue, body: "A comment" })
  await step("codehost_create_issue_comment", { ...nowhere, body: "Nowhere" }, "NotFound")
  await step("codehost_update_issue", {
    ...issue,
    title: "Changed",
    labels: ["bug"],
    assignees: ["mona"],
    milestone: null
  })
  await step("codehost_update_issue", { ...issue, state: "closed", state_reason: "not_planned" })
  await step("codehost_update_issue", { ...issue, milestone: 999_999 }, "Invalid")
  await step("codehost_get_issue_assignees", issue)
  await step("codehost_get_issue_assignees", nowhere, "NotFound")
  const q = "repo:acme/widgets is:issue"
  await step("codehost_search_issues_and_pull_requests", { q, sort: "created", order: "asc", per_page: 5 })
  await step("codehost_search_issues_and_pull_requests", { q: "repo:acme/widgets is:pr", limit: 3 })
  await step("codehost_search_issues_and_pull_requests", { q: "repo:acme/no-such-repository" }, "Invalid")
}

export const pullSteps: Scenario = async ({ step, client }) => {
  const pull = { ...widgets, title: "From a step", head: "steps/pull" }
  await step("codehost_create_branch", { ...widgets, branch: pull.head })
  const content = { path: "pull.md", content: "A change\n", branch: pull.head }
  await step("codehost_create_or_update_file_contents", { ...widgets, ...content })
  const newPull = await step("codehost_create_pull_request", {
    ...pull,
    draft: true,
    reviewers: ["hubot"],
    team_reviewers: ["core"]
  })
  await step("codehost_create_pull_request", pull, "Conflict")
  const nobody = { reviewers: ["no-such-user"], team_reviewers: ["no-such-team"] }
  await step("codehost_create_pull_request", { ...pull, ...nobody }, "Invalid")
  await step("codehost_create_pull_request", { ...pull, head: "no-such-branch" }, "Invalid")
  await step("codehost_get_reviewers", { ...widgets, pull_number: Number(newPull("number")) })
  await step("codehost_get_reviewers", { ...widgets, pull_number: 999_999 }, "NotFound")
  const pulls = await client(({ pullRequests }) => pullRequests.page({ ...widgets, state: "all" }))
  await step("codehost_get_reviewers", { ...widgets, pull_number: Number(pulls("items.1.number")) })

  const item = { owner: "acme", project_number: 1 }
  const items = await client((own) =>
    own.call({ operation: "test", method: "GET", endpoint: "/orgs/acme/projectsV2/1/items" })
  )
  const numberedItem = { ...item, item_id: Number(items("body.0.id")) }
  await step("codehost_update_project_v2_item_status", { ...numberedItem, status: "in progress" })
  await step("codehost_update_project_v2_item_status", { ...numberedItem, status: "No such status" }, "NotFound")
  const own = await client((codeHost) =>
    codeHost.call({ operation: "test", method: "GET", endpoint: "/users/mona/projectsV2/2/items" })
  )
  const week = { owner: "mona", owner_type: "user", project_number: 2 }
  await step("codehost_update_project_v2_item_status", { ...week, item_id: Number(own("body.0.id")), status: "Done" })
}

export const workflowSteps: Scenario = async ({ step }) => {
  const deploy = { ...widgets, workflow_id: "deploy.yml" }
  await step("codehost_create_workflow_dispatch", { ...deploy, ref: "main", inputs: { environment: "staging" } })
  await step("codehost_create_workflow_dispatch", { ...deploy, inputs: { environment: "the moon" } }, "Invalid")
  await step("codehost_create_workflow_dispatch", { ...widgets, workflow_id: "no-such.yml" }, "NotFound")
  await step("codehost_disable_workflow", deploy)
  await step("codehost_create_workflow_dispatch", { ...deploy, inputs: { environment: "staging" } }, "Conflict")
  await step("codehost_enable_workflow", deploy)
  await step("codehost_enable_workflow", { ...widgets, workflow_id: "no-such.yml" }, "NotFound")
  const runs = await step("codehost_list_workflow_runs", { ...widgets, per_page: 2, page: 2 })
  const query = {
    workflow_id: "ci.yml",
    branch: "main",
    event: "push",
    status: "completed",
    actor: "mona",
    created: ">=2020-01-01"
  }
  await step("codehost_list_workflow_runs", { ...widgets, ...query })
  await step("codehost_get_workflow_run", { ...widgets, run_id: Number(runs("items.0.id")) })
  await step("codehost_get_workflow_run", { ...widgets, run_id: 1 }, "NotFound")
}

export const gistSteps: Scenario = async ({ step }) => {
  const files = { "one.md": "# One", "two.txt": "two" }
  const gist = await step("codehost_create_gist", { files, description: "From a step", public: true })
  await step("codehost_update_gist", { gist_id: gist("id"), files: { "one.md": "# Uno", "two.txt": null } })
  await step(
    "codehost_update_gist",
    { gist_id: "0123456789abcdef0123456789abcdef", description: "Nowhere" },
    "NotFound"
  )
  await step("codehost_list_gists_for_a_user", { username: "mona", since: "2020-01-01T00:00:00Z", per_page: 1 })
  await step("codehost_list_gists_for_a_user", { username: "no-such-user" }, "NotFound")
  await step("codehost_list_releases", { ...widgets, per_page: 1 })
  await step("codehost_list_releases", { owner: "acme", repo: "no-such-repository" }, "NotFound")
}

export const apiCallStep: Scenario = async ({ step }) => {
  const call = (method: string, endpoint: string, body?: object) =>
    step("codehost_api_call", { method, endpoint, ...(body && { body }) })
  await call("GET", "/repos/acme/widgets/issues?state=all&per_page=1")
  const label = await call("POST", "/repos/acme/widgets/issues", { title: "By API Call" })
  await call("PATCH", `/repos/acme/widgets/issues/${label("body.number")}`, { state: "closed" })
  await call("POST", "/graphql", { query: "{ viewer { login } }" })
  await call("PUT", "/user/starred/acme/widgets")
  await call("DELETE", "/user/starred/acme/widgets")
  await step("codehost_api_call", {
    method: "GET",
    endpoint: "/repos/acme/widgets/contents/README.md",
    headers: { accept: "application/vnd.github.raw+json" }
  })
  await step("codehost_api_call", { method: "GET", endpoint: "/repos/acme/no-such-repository" }, "NotFound")
}
