import { expect, it } from "vitest"

import { stepWorld, widgets, type Json } from "../../tests/steps.ts"

const { run, reason, wrongFields, get, ask } = stepWorld("codehost_get_reviewers")

const byName = (a: string, b: string) => (a < b ? -1 : 1)

it("returns every requested and past reviewer once, with the state of the review", async () => {
  const [{ number }] = await get("/repos/acme/widgets/pulls?state=open")
  const requests = await get(`/repos/acme/widgets/pulls/${number}/requested_reviewers`)
  const reviews = await get(`/repos/acme/widgets/pulls/${number}/reviews?per_page=100`)
  const { reviewers } = await run({ ...widgets, pull_number: number })
  const names = (type: string) =>
    reviewers.filter((one: Json) => one.type === type).map(({ name }: { name: string }) => name)
  const users = [...requests.users, ...reviews.map(({ user }: Json) => user)].map(({ login }: Json) => login)
  expect([...names("user")].sort(byName)).toEqual([...new Set(users)].sort(byName))
  expect([...names("team")].sort(byName)).toEqual(requests.teams.map(({ slug }: Json) => slug).sort(byName))
})

it("keeps an approval through a later comment, and drops it with a request for changes", async () => {
  const pull = (await get("/repos/acme/widgets/pulls?state=open")).find((one: Json) => one.user.login !== "mona")
  const review = (event: string) =>
    ask("POST", `/repos/acme/widgets/pulls/${pull.number}/reviews`, { event, body: "words" })
  const ownReview = async () =>
    (await run({ ...widgets, pull_number: pull.number })).reviewers.find((one: Json) => one.name === "mona")
  await review("APPROVE")
  await review("COMMENT")
  expect(await ownReview()).toMatchObject({ state: "approved", last_review_state: "commented" })
  await review("REQUEST_CHANGES")
  expect(await ownReview()).toMatchObject({ state: "changes_requested" })
})

it("says that a pull request is missing", async () => {
  expect((await reason({ ...widgets, pull_number: 999_999 }))._tag).toBe("NotFound")
})

it("refuses an invalid number", async () => {
  expect(await wrongFields({ ...widgets, pull_number: 0 })).toEqual(["pull_number"])
})
