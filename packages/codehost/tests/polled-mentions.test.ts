/** Polls New mention for texts that only pull requests have: the bodies of reviews. */
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import { newMention } from "../src/triggers/new-mention.ts"
import { matched } from "./events.ts"
import { polls } from "./polls.ts"

const { ask, connection, control, poller } = polls()

const base = "/repos/acme/widgets"

const openPull = async (): Promise<number> => {
  const { commit } = await ask("GET", `${base}/branches/main`)
  await ask("POST", `${base}/git/refs`, { ref: "refs/heads/oil/fast", sha: commit.sha })
  const content = Buffer.from("oil").toString("base64")
  await ask("PUT", `${base}/contents/oil.txt`, { message: "Oil", content, branch: "oil/fast" })
  return (await ask("POST", `${base}/pulls`, { title: "Oil", head: "oil/fast", base: "main" })).number
}

/** Makes a function with which ada reviews a pull request. */
const reviewer = async (number: number) => {
  const { token } = await control("/tokens", { login: "ada", scopes: ["repo"], label: "of ada" })
  return (body: string, event = "COMMENT") => ask("POST", `${base}/pulls/${number}/reviews`, { event, body }, token)
}

describe.each([
  ["notifications", {}],
  ["a repository", { owner: "acme", repo: "widgets" }]
])("a poll of %s", (_, target) => {
  it("reports a mention in the body of a review, by the key that its webhook event has", async () => {
    const number = await openPull()
    const review = await reviewer(number)
    await review("Nice, @mona")
    const poll = await poller("codehost_new_mention", target)
    expect(await poll()).toEqual([])
    await review("@monaco?")
    const submitted = await review("@mona, please look", "REQUEST_CHANGES")
    const occurrences = await poll()
    expect(occurrences.map(({ data }) => data)).toEqual([
      {
        repository: "acme/widgets",
        actor: "ada",
        url: submitted.html_url,
        on: "review",
        number,
        title: "Oil",
        body: "@mona, please look"
      }
    ])
    const event = {
      action: "submitted",
      review: submitted,
      pull_request: await ask("GET", `${base}/pulls/${number}`),
      repository: await ask("GET", base)
    }
    expect(matched(newMention, "pull_request_review", event, { login: "mona", scopes: [] })[0].key).toBe(
      occurrences[0]?.key
    )
    expect(await poll()).toEqual([])
  })
})

/** Like the clock of a day, in which no two texts are written within the same second. */
const minutesLater = () => control("/clock", { advanceSeconds: 600 })

describe("a poll of notifications", () => {
  it("reports a discussion once in which somebody mentions the account, whatever is written there later", async () => {
    await ask("PUT", `${base}/subscription`, { subscribed: true })
    const { number } = await control("/discussions", { title: "Why?", body: "Why", category: "Q&A" })
    const { number: earlier } = await control("/discussions", { title: "Earlier", body: "@mona", category: "Q&A" })
    await minutesLater()
    const poll = await poller("codehost_new_mention", {})
    expect(await poll()).toEqual([])
    await control("/discussions/comments", { number, body: "@mona, why?" })
    expect((await poll()).map(({ data }) => data)).toMatchObject([{ on: "discussion", title: "Why?" }])
    for (const [at, body] of [
      [number, "Because"],
      [earlier, "Later"],
      [number, "Really"]
    ]) {
      await minutesLater()
      await control("/discussions/comments", { number: at, body })
      expect(await poll()).toEqual([])
    }
  })
})

it("takes a whole repository that exists, or none, when it is subscribed to", async () => {
  const { check } = await connection()
  const reasonOf = (target: object) =>
    Effect.runPromise(Effect.map(Effect.flip(check("codehost_new_mention", target)), ({ reason }) => reason))
  expect(await reasonOf({ owner: "acme" })).toMatchObject({ _tag: "Invalid", fields: [{ field: "target.repo" }] })
  expect(await reasonOf({ repo: "widgets" })).toMatchObject({ _tag: "Invalid", fields: [{ field: "target.owner" }] })
  expect(await reasonOf({ owner: "acme", repo: "no-such" })).toMatchObject({ _tag: "NotFound" })
  for (const target of [{}, { owner: "acme", repo: "widgets" }]) {
    await Effect.runPromise(check("codehost_new_mention", target))
  }
})
