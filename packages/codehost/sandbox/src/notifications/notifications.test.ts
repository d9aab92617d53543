import { expect, test } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"

const { ask, control } = startFor()

const list = async (query = "") => objects((await ask(`/notifications${query}`)).body)
const reasons = async (query = "") => (await list(query)).map(({ reason, subject }) => [reason, at(subject, "type")])

test("a mention is a whole word, and not by the account itself", async () => {
  await control("/issues", { title: "For @mona2 and @monalisa", repository: "mona/dotfiles" })
  await ask("/repos/mona/dotfiles/issues", { body: { title: "@mona, remember" } })
  expect(await list()).toEqual([])
  await control("/mentions", { repository: "mona/dotfiles" })
  expect(await reasons()).toEqual([["mention", "Issue"]])
})

test("comments, reviews and discussions mention too; a thread is one notification", async () => {
  await control("/mentions", { number: 1 })
  await control("/mentions", { number: 1, login: "linus" })
  await control("/reviews", { number: 11, event: "COMMENT", body: "@mona?", login: "hubot" })
  await control("/discussions", { title: "Ask @Mona" })
  expect(await reasons()).toEqual([
    ["mention", "Discussion"],
    ["mention", "PullRequest"],
    ["mention", "Issue"]
  ])
})

test("assignments, review requests and watched repositories", async () => {
  const token = String(at((await control("/tokens", { login: "ada", scopes: ["repo"] })).body, "token"))
  await ask("/repos/acme/widgets/issues/2/assignees", { body: { assignees: ["mona"] }, token })
  expect((await reasons())[0]).toEqual(["assign", "Issue"])
  await control("/issues", { title: "Anything" })
  expect((await reasons())[0]).toEqual(["subscribed", "Issue"])
  expect(await reasons("?participating=true")).toEqual([["assign", "Issue"]])
})

test("the poll interval is returned, and unchanged lists are 304 and free", async () => {
  await control("/mentions", {})
  const first = await ask("/notifications")
  expect(first.headers.get("x-poll-interval")).toBe("60")
  const since = first.headers.get("last-modified") ?? ""
  const second = await ask("/notifications", { headers: { "if-modified-since": since } })
  expect([second.status, second.headers.get("x-poll-interval")]).toEqual([304, "60"])
  expect(second.headers.get("x-ratelimit-used")).toBe(first.headers.get("x-ratelimit-used"))
  await control("/mentions", { number: 1 })
  expect((await ask("/notifications", { headers: { "if-modified-since": since } })).status).toBe(200)
})

test("read, done, and all of them; read ones are listed with `all`", async () => {
  await control("/mentions", {})
  const [thread] = await list()
  const url = String(thread?.["url"])
  expect(at((await ask(url)).body, "subject", "title")).toBe("A question")
  expect((await ask(url, { method: "PATCH", body: {} })).status).toBe(205)
  expect([await list(), (await list("?all=true")).length]).toEqual([[], 1])
  expect((await ask(url, { method: "DELETE" })).status).toBe(204)
  expect(await list("?all=true")).toEqual([])
  await control("/mentions", {})
  expect((await ask("/notifications", { method: "PUT", body: {} })).status).toBe(205)
  expect(await list()).toEqual([])
})

test("refused for fine-grained tokens, without the scope and without a token", async () => {
  const statuses = await Promise.all(
    ["sandbox-fine-grained-token-not-a-secret", "sandbox-public-token-not-a-secret", null].map(
      async (token) => (await ask("/notifications", { token })).status
    )
  )
  expect(statuses).toEqual([403, 404, 401])
})

test("parts that are not simulated are reported", async () => {
  await control("/mentions", {})
  const [thread] = await list()
  expect((await ask(String(thread?.["subscription_url"]))).status).toBe(501)
  expect((await ask("/app/hook/config")).status).toBe(501)
})
