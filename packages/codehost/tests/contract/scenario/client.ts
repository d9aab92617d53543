// Calls every method of the client, including those that no step uses, and checks how it reports refusals.

import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import type { Scenario } from "./drive.ts"

const widgets = { owner: "acme", repo: "widgets" }

export const lists: Scenario = async ({ client }) => {
  await client(({ repositories }) => repositories.page({ visibility: "all", sort: "full_name", direction: "asc" }))
  await client(({ repositories }) => Stream.runCount(repositories.list({}).items))
  await client(({ branches }) => branches.page({ ...widgets, protected: true }))
  await client(({ branches }) => Stream.runCount(branches.list({ ...widgets, per_page: 1 }).items))
  await client(({ commits }) => commits.page({ ...widgets, committer: "mona", until: "2040-01-01T00:00:00Z" }))
  await client(({ commits }) => Stream.runCount(commits.list({ ...widgets, per_page: 2 }).items))
  await client(({ issues }) =>
    issues.page({ ...widgets, labels: ["bug"], assignee: "*", sort: "updated", since: "2020-01-01T00:00:00Z", page: 1 })
  )
  await client(({ issues }) =>
    issues.page({ ...widgets, milestone: 1, creator: "mona", state: "all", direction: "asc" })
  )
  await client(({ issues }) => Stream.runCount(issues.list({ ...widgets, state: "all" }).items))
  await client(({ pullRequests }) =>
    pullRequests.page({ ...widgets, head: "fix-turning", base: "main", sort: "popularity" })
  )
  await client(({ pullRequests }) =>
    Stream.runCount(pullRequests.list({ ...widgets, state: "all", per_page: 1 }).items)
  )
  await client(({ workflows }) => workflows.page({ ...widgets, per_page: 1 }))
  await client(({ workflows }) => Stream.runCount(workflows.list(widgets).items))
  await client(({ workflows }) => workflows.runsPage({ ...widgets, head_sha: "0".repeat(40) }), "NotFound")
  await client(({ workflows }) => Stream.runCount(workflows.runsList(widgets).items))
  await client(({ gists }) => gists.page({ username: "mona" }))
  await client(({ gists }) => Stream.runCount(gists.list({ username: "mona" }).items))
  await client(({ releases }) => releases.page(widgets))
  await client(({ releases }) => Stream.runCount(releases.list({ ...widgets, per_page: 1 }).items))
  await client(({ search }) => search.issuesPage({ q: "repo:acme/widgets is:issue", per_page: 100 }))
  await client(({ search }) =>
    Stream.runCount(search.issuesList({ q: "repo:acme/widgets is:open", sort: "updated" }).items)
  )
  // Read again, so that the response comes from the cache.
  await client(({ repositories }) => repositories.get(widgets))
  await client(({ repositories }) => repositories.get(widgets))
  await client((own) => own.limits({}))
  await client((own) => own.tokenOwner())
}

export const writes: Scenario = async ({ client }) => {
  await client(({ repositories }) =>
    repositories.create({ name: "by-the-client", homepage: "https://example.com", has_wiki: false })
  )
  await client(({ repositories }) => repositories.star(widgets))
  await client(({ repositories }) => repositories.isStarred(widgets))
  await client(({ repositories }) => repositories.isStarred({ owner: "mona", repo: "dotfiles" }))

  const linus = { ...widgets, username: "linus" }
  await client(({ collaborators }) => collaborators.permission({ ...widgets, username: "mona" }))
  await client(({ collaborators }) => collaborators.put({ ...linus, permission: "triage" }))
  await client(({ collaborators }) => collaborators.put({ ...widgets, username: "hubot", permission: "maintain" }))
  await client(({ collaborators }) => collaborators.delete(linus))
  await client(({ collaborators }) => collaborators.permission({ ...widgets, username: "no-such-user" }), "NotFound")

  await client(({ branches }) => branches.create({ ...widgets, branch: "client/one" }))
  await client(({ branches }) => branches.get({ ...widgets, branch: "client/one" }))
  await client(({ branches }) => branches.get({ ...widgets, branch: "client/onee" }), "NotFound")
  const file = { ...widgets, path: "client/file.bin", branch: "client/one" }
  const author = { name: "Mona", email: "mona@example.com" }
  const signature = { ...author, date: "2026-02-03T04:05:06Z" }
  const put = await client(({ contents }) =>
    contents.put({
      ...file,
      content: "AAEC",
      encoding: "base64",
      message: "Bytes",
      author: signature,
      committer: signature
    })
  )
  await client(({ contents }) => contents.get({ ...widgets, path: file.path, ref: file.branch }))
  await client(({ contents }) => contents.put({ ...file, content: "text", sha: "0".repeat(40) }), "Conflict")
  await client(({ contents }) => contents.delete({ ...file, sha: "0".repeat(40) }), "Conflict")
  await client(({ contents }) =>
    contents.delete({ ...file, sha: put("sha"), message: "Away", author, committer: author })
  )
  await client(({ contents }) => contents.delete(file), "NotFound")
  await client(({ commits }) => commits.get({ ...widgets, ref: "client/one", detail: "stats" }))

  const issue = await client(({ issues }) => issues.create({ ...widgets, title: "By the client", type: "Bug" }))
  const issueName = { ...widgets, issue_number: Number(issue("number")) }
  await client(({ issues }) => issues.get(issueName))
  await client(({ issues }) => issues.update({ ...issueName, type: null, state: "closed", state_reason: "completed" }))
  await client(({ issues }) => issues.comment({ ...issueName, body: "Done" }))
  await client(({ issues }) => issues.assignees(issueName))
}

export const elsewhere: Scenario = async ({ client }) => {
  const deploy = { ...widgets, workflow_id: "deploy.yml" }
  await client(({ workflows }) => workflows.get(deploy))
  await client(({ workflows }) => workflows.get({ ...widgets, workflow_id: 7001 }))
  await client(({ workflows }) => workflows.disable(deploy))
  await client(({ workflows }) => workflows.enable(deploy))
  const inputs = { environment: "staging" }
  const run = await client(({ workflows }) => workflows.dispatch({ ...deploy, inputs, return_run_details: true }))
  await client(({ workflows }) => workflows.run({ ...widgets, run_id: Number(run("workflow_run_id")) }))

  const gist = await client(({ gists }) => gists.create({ files: { "one.txt": "one", "two.txt": "two" } }))
  const id = { gist_id: gist("id") }
  const files = { "one.txt": { filename: "uno.txt" }, "two.txt": null, "three.txt": { content: "3" } }
  await client(({ gists }) => gists.update({ ...id, files }))
  await client(({ gists }) => gists.get(id))
  await client(({ gists }) => gists.update({ ...id, files: { "uno.txt": null, "three.txt": null } }), "Invalid")

  const items = await client((own) =>
    own.call({ operation: "test", method: "GET", endpoint: "/orgs/acme/projectsV2/1/items" })
  )
  const item = { owner: "acme", project_number: 1, item_id: Number(items("body.0.id")) }
  await client(({ projects }) => projects.updateItemStatus({ ...item, status: "Done" }))
  await client(({ projects }) => projects.updateItemStatus({ ...item, item_id: 1, status: "Done" }), "NotFound")
  await client((own) => Effect.sync(() => [own.rateLimit(), own.rateLimits(), own.limitedTo()]))
}

export const pulls: Scenario = async ({ client }) => {
  const head = "client/pull"
  await client(({ branches }) => branches.create({ ...widgets, branch: head, source: "main" }))
  await client(({ contents }) => contents.put({ ...widgets, path: "client.md", content: "A change\n", branch: head }))
  const created = await client(({ pullRequests }) =>
    pullRequests.create({
      ...widgets,
      title: "By the client",
      head,
      body: "Text",
      draft: true,
      maintainer_can_modify: true
    })
  )
  const pull = { ...widgets, pull_number: Number(created("number")) }
  await client(({ pullRequests }) => pullRequests.get(pull))
  await client(({ pullRequests }) => pullRequests.merge(pull), "Conflict")
  await client(({ pullRequests }) => pullRequests.markReady(pull))
  await client(({ pullRequests }) => pullRequests.convertToDraft(pull))
  await client(({ pullRequests }) => pullRequests.markReady(pull))
  await client(({ pullRequests }) => pullRequests.requestReviewers({ ...pull, reviewers: ["hubot"] }))
  await client(({ pullRequests }) => pullRequests.requestReviewers({ ...pull, team_reviewers: ["core"] }))
  await client(({ pullRequests }) => pullRequests.requestReviewers({ ...pull, reviewers: ["no-such-user"] }), "Invalid")
  await client(({ pullRequests }) => pullRequests.reviewers(pull))
  await client(({ pullRequests }) => pullRequests.update({ ...pull, title: "Changed", body: "More", base: "main" }))
  await client(({ pullRequests }) => pullRequests.merge({ ...pull, sha: "0".repeat(40) }), "Conflict")
  await client(({ pullRequests }) => pullRequests.merge({ ...pull, merge_method: "squash", commit_title: "Merged" }))
  await client(({ pullRequests }) => pullRequests.merge(pull), "Conflict")
  await client(({ pullRequests }) => pullRequests.markReady(pull), "Conflict")
}

export const accountCalls: Scenario = ({ accounts }) => accounts()

export const refusals: Scenario = async ({ client, control, signIn }) => {
  await client(({ limitedTo }) => Effect.sync(limitedTo))
  await control("/faults", { fault: "throttle-429" })
  await client(({ repositories }) => repositories.get(widgets))
  for (const fault of ["forbidden", "sso-required"]) {
    await control("/faults", { fault })
    await client(({ branches }) => branches.page(widgets), "Forbidden")
  }
  await signIn("no-such-token")
  await client(({ repositories }) => repositories.get(widgets), "Unauthorized")
  await client(({ issues }) => issues.create({ ...widgets, title: "Not signed in" }), "Unauthorized")
  await signIn("sandbox-reader-token-not-a-secret")
  await client(({ issues }) => issues.page(widgets))
  await client(({ issues }) => issues.create({ ...widgets, title: "May only read" }), "Forbidden")
  await client(({ repositories }) => repositories.get({ owner: "acme", repo: "gadgets" }), "NotFound")
  await signIn("sandbox-hubot-token-not-a-secret")
  await client(
    ({ collaborators }) => collaborators.put({ ...widgets, username: "linus", permission: "admin" }),
    "Forbidden"
  )
}
