/** Polls for comments in long discussions, of which one request reads only the newest. */
import type { Polled } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import type { Json } from "./events.ts"
import { polls } from "./polls.ts"
import { at, writtenPolls } from "./written-polls.ts"

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
  await reply("Unseen as well")
  expect(await poll()).toEqual({ bodies: [], skipped: "some" })
})

it("says that it may have missed comments if more were written than it reads", async () => {
  const { comment } = await discussion(1)
  const poll = await poller()
  await poll()
  for (const body of namesOf("Later", 105)) await comment(body)
  const { bodies, skipped } = await poll()
  expect([bodies.length, bodies.at(-1), skipped]).toEqual([100, "Later 105", "some"])
})

it("reports all discussions that were opened since the previous poll, and all comments", async () => {
  const { number } = await control("/discussions", { title: "First", category: "Q&A" })
  await control("/clock", { advanceSeconds: 3_600 })
  const { poll } = await connection()
  const target = { owner: "acme", repo: "widgets" }
  const run = (trigger: string, cursor?: string) =>
    Effect.runPromise(poll(`codehost_${trigger}`, target, cursor)) as Promise<Polled<Json>>
  const [discussions, comments] = [await run("new_discussion"), await run("new_discussion_comment")]
  for (const title of namesOf("Opened", 70)) {
    const opened = await control("/discussions", { title, category: "Q&A" })
    await control("/discussions/comments", { number: opened.number, body: `On ${title}`, login: "ada" })
  }
  await control("/discussions/comments", { number, body: "On First", login: "ada" })
  const opened = await run("new_discussion", discussions.cursor)
  expect(new Set(opened.occurrences.map(({ data }) => data.title))).toEqual(new Set(namesOf("Opened", 70)))
  expect(opened).not.toHaveProperty("skipped")
  const commented = await run("new_discussion_comment", comments.cursor)
  expect(commented.occurrences).toHaveLength(71)
  expect(commented).not.toHaveProperty("skipped")
})

describe("an answer of the service", () => {
  const { asked, poll, serve } = writtenPolls()
  const widgets = { owner: "acme", repo: "widgets" }
  const node = (id: number) => ({
    databaseId: id,
    number: id,
    title: `Title ${id}`,
    body: "",
    url: `https://codehost.example/${id}`,
    createdAt: at(id * 1000),
    author: null,
    category: null
  })
  const serveNodes = (list: ReadonlyArray<object | null> | null, more: object = {}, hasNextPage = false) =>
    serve((path) =>
      path === "/graphql"
        ? {
            body: {
              data: {
                repository: {
                  discussions: { pageInfo: { hasNextPage, endCursor: String(asked().length) }, nodes: list }
                }
              },
              ...more
            }
          }
        : undefined
    )
  const first = async () => {
    serveNodes([node(1)])
    return (await poll("new_discussion", widgets)).cursor
  }
  const second = async (cursor: string) => {
    const { occurrences, skipped } = await poll("new_discussion", widgets, cursor)
    return [occurrences.map(({ data }) => data.number), skipped]
  }

  it("may hold null for discussions that cannot be read", async () => {
    const cursor = await first()
    serveNodes([null, node(2), null])
    expect(await second(cursor)).toEqual([[2], undefined])
    serveNodes(null)
    expect(await second(cursor)).toEqual([[], undefined])
  })

  it("that lacks named parts is read, and says so once", async () => {
    const cursor = await first()
    const path = ["repository", "discussions", "nodes", 0]
    const errors = [{ type: "FORBIDDEN", message: "No.", path }]
    serveNodes([null, node(2)], { errors })
    const read = await poll("new_discussion", widgets, cursor)
    expect([read.occurrences.map(({ data }) => data.number), read.skipped]).toEqual([[2], "some"])
    serveNodes([null, node(3), node(2)], { errors })
    expect(await second(read.cursor)).toEqual([[3], undefined])
  })

  it("that never ends is read up to 1,000 discussions, and says so", async () => {
    const cursor = await first()
    serveNodes([node(2)], {}, true)
    expect(await second(cursor)).toEqual([[2], "some"])
    expect(asked().filter(({ target }) => target === "/graphql")).toHaveLength(21)
  })
})
