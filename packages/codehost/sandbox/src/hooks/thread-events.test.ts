import { expect, test } from "vitest"

import { at, objects } from "../testing/bench.ts"
import { hookedFor, named, namesOf, widgets } from "../testing/hooked.ts"

const { did, hook, others, sent } = hookedFor()

test("a star sends `star` and `watch`; removing it sends only `star`; starring twice sends nothing", async () => {
  await hook()
  await did("/user/starred/acme/widgets", { method: "PUT", body: {} })
  await did("/user/starred/acme/widgets", { method: "PUT", body: {} })
  await did("/user/starred/acme/widgets", { method: "DELETE" })
  const all = await sent(3)
  expect(namesOf(all)).toEqual(["star.created", "star.deleted", "watch.started"])
  expect(at(named(all, "star.created"), "sender", "login")).toBe("mona")
})

test("watching a repository sends no event", async () => {
  await hook()
  await others("/watchers", { login: "linus" })
  await others("/stars", { login: "hubot" })
  expect(namesOf(await sent(2))).toEqual(["star.created", "watch.started"])
})

test("a fork is reported with the new repository", async () => {
  await hook(["fork"])
  await did(`${widgets}/forks`, { body: {} })
  expect(at((await sent(1))[0]?.payload, "forkee", "full_name")).toBe("mona/widgets")
})

test("an issue is opened with its labels, and every change of it is a separate event", async () => {
  await hook(["issues", "label"])
  const issue = await did(`${widgets}/issues`, { body: { title: "One", labels: ["bug"], assignees: ["ada"] } })
  const opened = await sent(3)
  expect(namesOf(opened)).toEqual(["issues.assigned", "issues.labeled", "issues.opened"])
  expect(at(named(opened, "issues.opened"), "issue", "labels", 0, "name")).toBe("bug")
  const url = String(at(issue, "url"))
  await did(url, {
    method: "PATCH",
    body: { title: "Two", body: "b", labels: ["wontfix"], assignees: [], milestone: 2 }
  })
  const changed = await sent(5)
  expect(namesOf(changed)).toEqual([
    "issues.edited",
    "issues.labeled",
    "issues.milestoned",
    "issues.unassigned",
    "issues.unlabeled"
  ])
  expect(at(named(changed, "issues.edited"), "changes")).toEqual({ title: { from: "One" }, body: { from: "" } })
  expect(at(named(changed, "issues.labeled"), "label", "name")).toBe("wontfix")
  await did(url, { method: "PATCH", body: { state: "closed", milestone: null } })
  await did(url, { method: "PATCH", body: { state: "open" } })
  await did(`${url}/lock`, { method: "PUT", body: {} })
  expect(namesOf(await sent(4))).toEqual(["issues.closed", "issues.demilestoned", "issues.locked", "issues.reopened"])
  await did(`${widgets}/labels`, { body: { name: "new", color: "ffffff" } })
  await did(`${widgets}/labels/new`, { method: "PATCH", body: { new_name: "newer" } })
  await did(`${widgets}/labels/newer`, { method: "DELETE" })
  expect(namesOf(await sent(3))).toEqual(["label.created", "label.deleted", "label.edited"])
})

test("comments on issues and pull requests", async () => {
  await hook(["issue_comment"])
  const comment = await did(`${widgets}/issues/1/comments`, { body: { body: "First" } })
  await did(String(at(comment, "url")), { method: "PATCH", body: { body: "Second" } })
  await did(String(at(comment, "url")), { method: "DELETE" })
  await others("/comments", { number: 11, body: "On a pull request" })
  const all = await sent(4)
  expect(namesOf(all)).toEqual([
    "issue_comment.created",
    "issue_comment.created",
    "issue_comment.deleted",
    "issue_comment.edited"
  ])
  expect(at(named(all, "issue_comment.edited"), "changes", "body", "from")).toBe("First")
})

const branchOf = async (name: string) => {
  const { sha } = (await others("/push", { branch: name, commits: [{ message: "Work" }] })) as { readonly sha: string }
  return sha
}

test("a pull request from opening to merging", async () => {
  await branchOf("topic")
  await hook(["pull_request"])
  const pull = await did(`${widgets}/pulls`, { body: { title: "T", head: "topic", base: "main" } })
  const url = String(at(pull, "url"))
  await others("/push", { branch: "topic", commits: [{ message: "More" }] })
  await did(`${url}/requested_reviewers`, { body: { reviewers: ["ada"], team_reviewers: ["docs"] } })
  const all = await sent(4)
  expect(namesOf(all)).toEqual([
    "pull_request.opened",
    "pull_request.review_requested",
    "pull_request.review_requested",
    "pull_request.synchronize"
  ])
  expect(at(named(all, "pull_request.synchronize"), "sender", "login")).toBe("ada")
  await did(`${url}/merge`, { method: "PUT", body: {} })
  const [closed] = await sent(1)
  expect([closed?.name, at(closed?.payload, "pull_request", "merged")]).toEqual(["pull_request.closed", true])
})

test("a draft that is made ready, and back", async () => {
  await branchOf("topic")
  const pull = await did(`${widgets}/pulls`, { body: { title: "T", head: "topic", base: "main", draft: true } })
  await hook(["pull_request"])
  const change = (name: string) => ({
    body: {
      query: `mutation($id: ID!) { ${name}(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`,
      variables: { id: at(pull, "node_id") }
    }
  })
  await did("/graphql", change("markPullRequestReadyForReview"))
  await did("/graphql", change("convertPullRequestToDraft"))
  expect(namesOf(await sent(2))).toEqual(["pull_request.converted_to_draft", "pull_request.ready_for_review"])
})

test("reviews, with comments on lines, changed and dismissed", async () => {
  await branchOf("topic")
  const pull = await did(`${widgets}/pulls`, { body: { title: "T", head: "topic", base: "main" } })
  await hook(["pull_request_review", "pull_request_review_comment"])
  const number = at(pull, "number")
  for (const event of ["APPROVE", "REQUEST_CHANGES", "COMMENT"]) await others("/reviews", { number, event })
  const states = (await sent(3)).map(({ payload }) => at(payload, "review", "state"))
  expect(new Set(states)).toEqual(new Set(["approved", "changes_requested", "commented"]))
  const place = { path: "pushed.txt", line: 1, side: "RIGHT" }
  await did(`${String(at(pull, "url"))}/reviews`, {
    body: { event: "COMMENT", comments: [{ ...place, body: "Why?" }] }
  })
  expect(namesOf(await sent(2))).toEqual(["pull_request_review.submitted", "pull_request_review_comment.created"])
  const reviews = objects(await did(`${String(at(pull, "url"))}/reviews`, {}))
  await did(`${String(at(pull, "url"))}/reviews/${String(reviews[0]?.["id"])}/dismissals`, {
    method: "PUT",
    body: { message: "Old" }
  })
  expect(namesOf(await sent(1))).toEqual(["pull_request_review.dismissed"])
})
