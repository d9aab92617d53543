import { expect, test } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"

const { ask, control } = startFor()

const query = (order: string) => `{
  repository(owner: "acme", name: "widgets") {
    discussions(first: 5, orderBy: { field: ${order}, direction: DESC }) {
      nodes { title category { name } comments(last: 5) { nodes { body author { login } replies(last: 5) { nodes { body } } } } }
    }
  }
}`

const discussions = async (order: string) =>
  objects(
    at((await ask("/graphql", { body: { query: query(order) } })).body, "data", "repository", "discussions", "nodes")
  )

test("with comments and replies, in the requested order", async () => {
  const number = at((await control("/discussions", { title: "Second", category: "Ideas" })).body, "number")
  const [newest, oldest] = await discussions("CREATED_AT")
  expect([newest?.["title"], at(newest, "category", "name"), oldest?.["title"]]).toEqual([
    "Second",
    "Ideas",
    "Which widgets next?"
  ])
  expect(at(oldest, "comments", "nodes", 0, "replies", "nodes", 0, "body")).toBe("How small?")
  await control("/discussions/comments", { number: Number(number) - 1, body: "Still here", login: "grace" })
  const [updated] = await discussions("UPDATED_AT")
  expect([updated?.["title"], at(updated, "comments", "nodes", 1, "author", "login")]).toEqual([
    "Which widgets next?",
    "grace"
  ])
})

test("an invalid one is refused", async () => {
  const statuses = [
    await control("/discussions", {}),
    await control("/discussions", { title: "T", category: "Gossip" }),
    await control("/discussions", { title: "T", repository: "mona/dotfiles" }),
    await control("/discussions/comments", { number: 1, body: "b" })
  ]
  expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 400])
})
