/** Lists of discussions that the service answers in part, or whose pages lead nowhere. */
import { expect, it } from "vitest"

import { answers } from "../../tests/answers.ts"
import { clients, reasonOf, widgets } from "../../tests/clients.ts"

const { client } = clients()
const server = answers()

const AT = "2026-01-02T00:00:00Z"
const SINCE = "2026-01-01T00:00:00Z"
const comment = { databaseId: 2, body: "b", url: "u", createdAt: AT, updatedAt: AT, author: null }
const cutReplies = { pageInfo: { hasPreviousPage: true }, nodes: [] }
const thread = {
  ...comment,
  databaseId: 1,
  number: 1,
  title: "t",
  category: null,
  comments: { pageInfo: { hasPreviousPage: false }, nodes: [{ ...comment, replies: cutReplies }] }
}
const UNREADABLE = [{ type: "FORBIDDEN", path: ["repository", "discussions", "nodes", 3], message: "Hidden" }]

/** Answers of pages in their order, the last of which repeats. */
const pages = (...list: ReadonlyArray<{ readonly end: string | undefined; readonly errors?: unknown }>) => {
  let count = 0
  server.answer(() => {
    const { end, errors } = list[Math.min(count, list.length - 1)] ?? { end: undefined }
    count += 1
    const pageInfo = { hasNextPage: end !== undefined, endCursor: end ?? null }
    const discussions = { pageInfo, nodes: [thread] }
    return { body: { data: { repository: { discussions } }, ...(errors !== undefined && { errors }) } }
  })
  return client({ baseUrl: server.origin() })
}

it("name an app as webhooks do: GraphQL leaves out the end of its login", async () => {
  const { discussions } = await pages({ end: undefined })
  const author = (__typename: string, login: string) => ({ author: { __typename, login } })
  const all = [
    { ...thread, ...author("Bot", "helper") },
    { ...thread, databaseId: 3, ...author("User", "ada") }
  ]
  const pageInfo = { hasNextPage: false, endCursor: null }
  server.answer(() => ({ body: { data: { repository: { discussions: { pageInfo, nodes: all } } } } }))
  const { items } = await discussions.newest(widgets)
  expect(items.map(({ user }) => user)).toEqual([{ login: "helper[bot]" }, { login: "ada" }])
  expect(JSON.parse(server.asked()[0]?.body ?? "")).toMatchObject({
    query: expect.stringContaining("__typename login")
  })
})

it("say that a part cannot be read, whichever page it is on", async () => {
  const { discussions } = await pages({ end: "a", errors: UNREADABLE }, { end: undefined })
  expect(await discussions.newest({ ...widgets, since: SINCE })).toMatchObject({ has_unreadable: true })
  expect(server.asked()).toHaveLength(2)
})

it("leave out what has no id, which the service's schema allows, and say so", async () => {
  const { discussions } = await pages({ end: undefined })
  const pageInfo = { hasNextPage: false, endCursor: null }
  const all = { pageInfo: { hasPreviousPage: false } }
  const replied = (databaseId: number | null, reply: number | null) => ({
    ...comment,
    databaseId,
    replies: { ...all, nodes: [{ ...comment, databaseId: reply }] }
  })
  const read = async (...nodes: ReadonlyArray<object>) => {
    server.answer(() => ({ body: { data: { repository: { discussions: { pageInfo, nodes } } } } }))
    const { items, has_unreadable } = await discussions.newestComments(widgets)
    return [...items.map(({ comments }) => comments.map(({ id }) => id)), has_unreadable]
  }
  const threadOf = (...nodes: ReadonlyArray<object>) => ({ ...thread, comments: { ...all, nodes } })
  expect(await read(threadOf(replied(2, 3)))).toEqual([[2, 3], false])
  expect(await read(threadOf(replied(2, null), replied(null, 4), replied(5, 6)))).toEqual([[2, 5, 6], true])
  expect(await read({ ...threadOf(), databaseId: null }, threadOf(replied(2, 3)))).toEqual([[2, 3], true])
  expect(await discussions.newest(widgets)).toMatchObject({ items: [{ id: 1 }], has_unreadable: true })
})

it("say that a part of a long discussion cannot be read", async () => {
  const { discussions } = await pages({ end: undefined }, { end: undefined, errors: UNREADABLE })
  expect(await discussions.newestComments({ ...widgets, since: SINCE })).toMatchObject({ has_unreadable: true })
  expect(server.asked()).toHaveLength(2)
})

it.each([
  ["broke off without naming a part", { message: "Something went wrong while executing your query." }, "Unavailable"],
  ["reached a limit", { type: "RESOURCE_LIMITS_EXCEEDED", path: ["repository"], message: "Too much." }, "Invalid"]
])("fail if the service %s, because nobody can tell what is missing", async (_, error, tag) => {
  const { discussions } = await pages({ end: undefined, errors: [error] })
  expect(await reasonOf(discussions.newest({ ...widgets, since: SINCE }))).toMatchObject({ _tag: tag })
})

it("fail if their pages lead in a circle", async () => {
  const { discussions } = await pages({ end: "a" }, { end: "b" }, { end: "a" })
  expect(await reasonOf(discussions.newest({ ...widgets, since: SINCE }))).toMatchObject({
    _tag: "Decode",
    what: expect.stringContaining("already read")
  })
  expect(server.asked()).toHaveLength(3)
})

it.each([
  [{ repositories: ["acme/widgets"] }, false],
  [{}, true]
])("follow a rename only if the account is not limited to named repositories (%j)", async (limits, followRenames) => {
  await pages({ end: undefined })
  const { discussions } = await client({ ...limits, baseUrl: server.origin() })
  await discussions.newest(widgets)
  await discussions.newestComments(widgets)
  for (const { body } of server.asked()) {
    expect(JSON.parse(body)).toMatchObject({
      query: expect.stringContaining("followRenames: $followRenames"),
      variables: { followRenames }
    })
  }
})
