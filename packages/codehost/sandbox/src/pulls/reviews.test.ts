import { expect, it } from "vitest"

import { at, linksOf, objects, startFor } from "../testing/bench.ts"

const { ask } = startFor({ issues: 12 })
const pull = "/repos/acme/widgets/pulls/13"
const draft = "/repos/acme/widgets/pulls/14"
const hubot = "sandbox-hubot-token-not-a-secret"

const requestedAt = async (path: string): Promise<ReadonlyArray<unknown>> => {
  const { body } = await ask(`${path}/requested_reviewers`)
  return [
    ...objects(at(body, "users")).map(({ login }) => login),
    ...objects(at(body, "teams")).map(({ slug }) => slug)
  ]
}

const review = (body: object, token?: string) =>
  ask(`${pull}/reviews`, { body, ...(token === undefined ? {} : { token }) })

it("returns pending reviewers, and pages the reviews", async () => {
  expect([await requestedAt(pull), await requestedAt(draft)]).toEqual([["mona", "docs"], ["core"]])
  const reviews = objects((await ask(`${pull}/reviews`)).body).map(({ state, user }) => [at(user, "login"), state])
  expect(reviews).toEqual([
    ["ada", "CHANGES_REQUESTED"],
    ["grace", "COMMENTED"],
    ["hubot", "COMMENTED"],
    ["linus", "DISMISSED"],
    ["ada", "APPROVED"]
  ])
  const first = await ask(`${draft}/reviews`)
  expect([objects(first.body).length, objects((await ask(linksOf(first)["next"] ?? "")).body).length]).toEqual([30, 5])
})

it("requests people and teams, and removes the requests", async () => {
  const path = `${pull}/requested_reviewers`
  const { body, status } = await ask(path, { body: { reviewers: ["Barbara", "mona"], team_reviewers: ["core"] } })
  expect([status, at(body, "requested_teams", 1, "slug")]).toEqual([201, "core"])
  expect(await requestedAt(pull)).toEqual(["mona", "barbara", "docs", "core"])
  expect(
    (await ask(path, { method: "DELETE", body: { reviewers: ["mona", "ada"], team_reviewers: ["docs"] } })).status
  ).toBe(200)
  expect(await requestedAt(pull)).toEqual(["barbara", "core"])
  const events = objects((await ask("/repos/acme/widgets/issues/13/events?per_page=100")).body).slice(-4)
  expect(events.map(({ event }) => event)).toEqual([
    "review_requested",
    "review_requested",
    "review_request_removed",
    "review_request_removed"
  ])
})

it("refuses the author and outsiders, and then requests nobody", async () => {
  const refusal = async (body: object): Promise<unknown> => {
    const answer = await ask(`${pull}/requested_reviewers`, { body })
    return [answer.status, at(answer.body, "message")]
  }
  const stranger =
    "Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the acme/widgets repository."
  expect(await refusal({ reviewers: ["grace", "barbara"] })).toEqual([
    422,
    "Review cannot be requested from pull request author."
  ])
  expect(await refusal({ reviewers: ["barbara", "linus"] })).toEqual([422, stranger])
  expect(await refusal({ team_reviewers: ["no-such-team"] })).toEqual([422, stranger])
  expect(await requestedAt(pull)).toEqual(["mona", "docs"])
})

it("drops the request of a reviewer and their team after a review", async () => {
  const { body, status } = await review({ event: "APPROVE" })
  expect([status, at(body, "state"), at(body, "user", "login")]).toEqual([200, "APPROVED", "mona"])
  expect(await requestedAt(pull)).toEqual(["docs"])
  await ask(`${draft}/reviews`, { body: { event: "COMMENT", body: "As one of the core" } })
  expect(await requestedAt(draft)).toEqual([])
})

it("shows a pending review only to its author until it is submitted", async () => {
  const { body: pending } = await review({ body: "So far" })
  const path = `${pull}/reviews/${String(at(pending, "id"))}`
  expect([at(pending, "state"), at(pending, "submitted_at"), await requestedAt(pull)]).toEqual([
    "PENDING",
    undefined,
    ["mona", "docs"]
  ])
  expect([(await ask(path)).status, (await ask(path, { token: hubot })).status]).toEqual([200, 404])
  expect((await review({ body: "Another" })).body).toMatchObject({
    message: "Unprocessable Entity",
    errors: ["User can only have one pending review per pull request"]
  })
  expect((await ask(`${path}/events`, { body: { event: "REQUEST_CHANGES" } })).body).toMatchObject({
    state: "CHANGES_REQUESTED",
    body: "So far"
  })
  expect(await requestedAt(pull)).toEqual(["docs"])
  expect(at((await ask(path, { method: "DELETE" })).body, "errors", 0)).toBe(
    "Can not delete a non-pending pull request review"
  )
})

it("lets nobody approve their own pull request", async () => {
  await ask("/repos/acme/widgets/pulls", { body: { title: "Mine", head: "docs/typos", base: "main" } })
  const own = objects((await ask("/repos/acme/widgets/pulls")).body)[0]?.["url"]
  const errors = async (body: object): Promise<unknown> =>
    at((await ask(`${String(own)}/reviews`, { body })).body, "errors")
  expect(await errors({ event: "APPROVE" })).toEqual(["Review Can not approve your own pull request"])
  expect(await errors({ event: "REQUEST_CHANGES", body: "a" })).toEqual([
    "Review Can not request changes on your own pull request"
  ])
  expect((await ask(`${String(own)}/reviews`, { body: { event: "COMMENT", body: "Note" } })).status).toBe(200)
  expect((await review({ event: "COMMENT" })).status).toBe(422)
})

it("dismisses approvals and change requests, but not comments", async () => {
  const { body } = await review({ event: "REQUEST_CHANGES", body: "No" }, hubot)
  const dismiss = (id: unknown) =>
    ask(`${pull}/reviews/${String(id)}/dismissals`, { method: "PUT", body: { message: "Outvoted" } })
  expect((await dismiss(at(body, "id"))).body).toMatchObject({ state: "DISMISSED", body: "No" })
  const comment = objects((await ask(`${pull}/reviews`)).body).find(({ state }) => state === "COMMENTED")
  expect(at((await dismiss(comment?.["id"])).body, "errors", 0)).toBe("Can not dismiss a commented pull request review")
})

it("comments on changed lines, and replies there", async () => {
  expect((await ask(`${pull}/comments`)).body).toMatchObject([
    { body: "Round, or floor?", line: 2, side: "RIGHT", position: 3 },
    { body: "Round." }
  ])
  const comments = [{ path: "src/widget.ts", position: 2, body: "Gone" }]
  const { body } = await review({ event: "COMMENT", comments })
  const [comment] = objects((await ask(`${pull}/reviews/${String(at(body, "id"))}/comments`)).body)
  expect(comment).toMatchObject({ line: 2, side: "LEFT", body: "Gone" })
  const reply = await ask(`${pull}/comments/${String(comment?.["id"])}/replies`, { body: { body: "Indeed" } })
  expect(reply.body).toMatchObject({ in_reply_to_id: comment?.["id"], line: 2, side: "LEFT" })
  expect(
    at((await review({ event: "COMMENT", comments: [{ path: "README.md", line: 1, body: "a" }] })).body, "errors")
  ).toEqual(["Path could not be resolved"])
  const alone = await ask(`${pull}/comments`, {
    body: { path: "src/widget.ts", line: 40, body: "a", commit_id: at(comment, "commit_id") }
  })
  expect(at(alone.body, "errors", 0, "field")).toBe("pull_request_review_thread.line")
})

it("becomes ready for review only by GraphQL", async () => {
  const id = at((await ask(draft)).body, "node_id")
  const query =
    "mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } } }"
  await ask("/graphql", { body: { query, variables: { id } } })
  expect(at((await ask(draft)).body, "draft")).toBe(false)
  expect(objects((await ask("/repos/acme/widgets/issues/14/events?per_page=100")).body).at(-1)).toMatchObject({
    event: "ready_for_review"
  })
})
