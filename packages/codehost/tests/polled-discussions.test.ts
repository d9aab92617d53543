/** Polls for comments in long discussions, of which one request reads only the newest. */
import type { Polled } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

import type { Json } from "./events.ts"
import { polls } from "./polls.ts"

const { connection, control } = polls()

const poller = async () => {
  const { poll } = await connection()
  let cursor: string | undefined
  return async () => {
    const target = { owner: "acme", repo: "widgets" }
    const polled = (await Effect.runPromise(poll("codehost_new_discussion_comment", target, cursor))) as Polled<Json>
    cursor = polled.cursor
    return { bodies: polled.occurrences.map(({ data }) => String(data.body)), skipped: polled.skipped }
  }
}

const namesOf = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${index + 1}`)

/** Opens a discussion with so many comments. Returns functions that comment on it and reply to its first comment. */
const discussion = async (count: number) => {
  const { number } = await control("/discussions", { title: "Why?", category: "Q&A" })
  const comment = (body: string, more = {}): Promise<Json> =>
    control("/discussions/comments", { number, body, login: "ada", ...more })
  const { id } = await comment("Comment 1")
  await control("/clock", { advanceSeconds: 3_600 })
  for (const body of namesOf("Comment", count).slice(1)) {
    await comment(body)
    await control("/clock", { advanceSeconds: 60 })
  }
  await control("/clock", { advanceSeconds: 3_600 })
  return { comment, reply: (body: string) => comment(body, { reply_to: id }) }
}

it("reports all replies to a comment that many others follow", async () => {
  const { reply } = await discussion(30)
  const poll = await poller()
  await poll()
  const replies = namesOf("Reply", 15)
  for (const body of replies) await reply(body)
  expect(await poll()).toEqual({ bodies: replies, skipped: undefined })
  expect(await poll()).toEqual({ bodies: [], skipped: undefined })
})

it("says once that it may have missed a reply to a comment that it does not read", async () => {
  const { comment, reply } = await discussion(101)
  const poll = await poller()
  await poll()
  await comment("Newest")
  expect(await poll()).toEqual({ bodies: ["Newest"], skipped: undefined })
  await control("/clock", { advanceSeconds: 600 })
  await reply("Unseen")
  expect(await poll()).toEqual({ bodies: [], skipped: "some" })
  expect(await poll()).toEqual({ bodies: [], skipped: undefined })
})

it("says that it may have missed comments if more were written than it reads", async () => {
  const { comment } = await discussion(1)
  const poll = await poller()
  await poll()
  for (const body of namesOf("Later", 105)) await comment(body)
  const { bodies, skipped } = await poll()
  expect([bodies.length, bodies.at(-1), skipped]).toEqual([100, "Later 105", "some"])
})
