import { expect, it } from "vitest"

import { at, linksOf, objects, startFor } from "../testing/bench.ts"

const { ask, control } = startFor({ issues: 1100 })

const search = (q: string, more = "") => ask(`/search/issues?q=${encodeURIComponent(q)}${more}`)

const numbers = async (q: string, more = "&sort=created&order=asc"): Promise<ReadonlyArray<unknown>> =>
  objects(at((await search(`repo:acme/widgets ${q}`, `${more}&per_page=100`)).body, "items")).map(
    ({ number }) => number
  )

const total = async (q: string): Promise<unknown> => at((await search(q)).body, "total_count")

it("finds by kind and state", async () => {
  expect(await numbers("is:pr")).toEqual([11, 12, 13, 14])
  expect(await numbers("is:pr is:open")).toEqual([13, 14])
  expect(await numbers("is:pr draft:true")).toEqual([14])
  expect(await numbers("is:merged")).toEqual([11])
  expect(await numbers("is:pr is:closed is:unmerged")).toEqual([12])
  expect(await numbers("type:pr state:open -is:draft")).toEqual([13])
  expect(await total("repo:acme/widgets is:issue is:open")).toBe(1100)
})

it("finds by people and labels", async () => {
  expect(await numbers('label:"area: turning" label:bug is:issue created:<2026-01-01')).toEqual([1])
  expect(await numbers("label:duplicate,wontfix")).toEqual([4, 7])
  expect(await numbers("author:linus author:margaret created:<2025-12-31")).toEqual([1, 4])
  expect(await numbers("assignee:@me created:2025-01-01..2025-12-31")).toEqual([1])
  expect(await numbers("review-requested:@me")).toEqual([13, 14])
  expect(await numbers("reviewed-by:edsger")).toEqual([14])
  expect(await numbers("no:label no:assignee comments:>30")).toEqual([2])
  expect(await numbers("milestone:v1.2 -label:bug")).toEqual([9])
  expect(await numbers('reason:"not planned" created:<2026-01-01')).toEqual([4, 5])
})

it("finds whole words and phrases, in the given fields", async () => {
  expect(await numbers("backwards")).toEqual([1, 7])
  expect(await numbers("backwards in:title")).toEqual([1])
  expect(await numbers('"turn backwards" -here')).toEqual([1])
  expect(await numbers("backward")).toEqual([])
  expect(await numbers("ÜNÏCÖDÉ")).toEqual([8])
  expect(await numbers('"what about"')).toEqual([13])
  expect(await numbers('"what about" in:title,body')).toEqual([])
  expect(await numbers("wobble NOT remark in:title")).toEqual([2])
  expect(await numbers("glow in:title", "")).toEqual([14, 10])
})

it("finds by ranges of numbers and times, where a day includes all of its hours", async () => {
  expect(await numbers("created:2025-01-20")).toEqual([1])
  expect(await numbers("created:2025-05-05..2025-05-20")).toEqual([9, 10])
  expect(await numbers("created:*..2025-01-20")).toEqual([1])
  expect(await numbers("comments:35")).toEqual([2])
  expect(await numbers("merged:>2025-06-20")).toEqual([])
  expect(await numbers("merged:>=2025-06-20T14:00:00Z closed:<=2025-06-20")).toEqual([11])
})

it("sorts as requested", async () => {
  expect((await numbers("comments:>=1 created:<2026-01-01", "&sort=comments"))[0]).toBe(2)
  expect((await numbers("is:pr sort:created-asc", ""))[0]).toBe(11)
  expect(at((await search("repo:acme/widgets backwards")).body, "items", 0)).toMatchObject({ number: 1, score: 2 })
})

it("returns at most a thousand results, with the total", async () => {
  const q = "repo:acme/widgets is:issue is:open"
  const last = await search(q, "&per_page=100&page=10")
  expect([
    at(last.body, "total_count"),
    at(last.body, "incomplete_results"),
    objects(at(last.body, "items")).length
  ]).toEqual([1100, false, 100])
  expect(linksOf(last)["next"]).toBe(undefined)
  const beyond = await search(q, "&per_page=100&page=11")
  expect([beyond.status, at(beyond.body, "message")]).toEqual([422, "Only the first 1000 search results are available"])
})

it("refuses invalid queries", async () => {
  const problem = async (q: string): Promise<unknown> => at((await search(q)).body, "errors", 0)
  expect(await problem(" ")).toEqual({ resource: "Search", field: "q", code: "missing" })
  expect(await problem("NOT")).toMatchObject({
    code: "invalid",
    message: expect.stringContaining("logical operators") as string
  })
  expect(await problem("a".repeat(257))).toMatchObject({ message: "The search is longer than 256 characters." })
  expect(await problem("repo:acme/no-such-repository a")).toMatchObject({
    message: expect.stringContaining("cannot be searched") as string
  })
  expect(await problem("repo:initech/stapler a")).toMatchObject({ code: "invalid" })
  const some = "(repo:acme/widgets OR repo:acme/no-such-repository) is:merged"
  expect((await search(some)).body).toMatchObject({ total_count: 1 })
  for (const q of ["(backwards", "backwards)", "a) OR (b"]) expect(await problem(q)).toMatchObject({ code: "invalid" })
  expect(await problem("a OR b OR c OR d OR e OR f OR g")).toMatchObject({
    message: "More than five AND / OR / NOT operators were used."
  })
})

it("joins by AND, OR, NOT and brackets; a blank is AND, between repositories too", async () => {
  expect(await numbers("is:pr (is:draft OR is:merged)")).toEqual([11, 14])
  expect(await numbers("is:pr AND is:open NOT is:draft")).toEqual([13])
  expect(await numbers("is:pr -(is:draft OR is:merged) is:open")).toEqual([13])
  expect(await numbers("is:merged OR (is:draft repo:acme/widgets)")).toEqual([11, 14])
  expect(await numbers("(is:pr ((is:merged) OR (is:open NOT is:draft)))")).toEqual([11, 13])
  expect(await numbers('"or (backwards" OR backwards()')).toEqual([1, 7])
  expect(await total("repo:acme/widgets is:merged")).toBe(1)
  expect(await total("repo:acme/widgets repo:acme/gadgets")).toBe(0)
  const both = (await total("(repo:acme/widgets OR repo:acme/gadgets) is:open")) as number
  expect(both).toBe(
    ((await total("repo:acme/widgets is:open")) as number) + ((await total("repo:acme/gadgets is:open")) as number)
  )
  expect(both).toBeGreaterThan((await total("repo:acme/widgets is:open")) as number)
  expect(await total("is:open org:acme -repo:acme/gadgets")).toBe(await total("repo:acme/widgets is:open"))
})

it("searches what the caller may see: by owner, or everything", async () => {
  expect(await total("org:acme gadgets")).toBe(1)
  expect(await total("user:mona zsh")).toBe(1)
  const anonymous = await ask("/search/issues?q=gadgets", { token: null })
  expect(at(anonymous.body, "total_count")).toBe(0)
  const reader = await ask("/search/issues?q=gadgets+is:issue", { token: "sandbox-reader-token-not-a-secret" })
  expect(at(reader.body, "total_count")).toBe(0)
})

it("counts only against the search limit", async () => {
  const { headers } = await search("a")
  expect([headers.get("x-ratelimit-resource"), headers.get("x-ratelimit-limit")]).toEqual(["search", "30"])
  expect((await ask("/rate_limit")).body).toMatchObject({ resources: { search: { used: 1 }, core: { used: 0 } } })
})

it("searches repositories, forks only on request", async () => {
  const titlesOf = async (q: string): Promise<ReadonlyArray<unknown>> =>
    objects(at((await ask(`/search/repositories?q=${encodeURIComponent(q)}`)).body, "items")).map(
      (one) => one["full_name"]
    )
  expect(await titlesOf("widgets archived:false")).toEqual(["acme/widgets"])
  expect(await titlesOf("widgets fork:only")).toEqual(["hubot/widgets"])
  expect(await titlesOf("language:shell")).toEqual(["mona/dotfiles"])
  expect(await titlesOf("org:acme topic:typescript stars:>=1")).toEqual(["acme/widgets"])
})

it("a search of issues must name a type if the token or the service requires it", async () => {
  const status = async (q: string, token?: string) => {
    const { body, status: code } = await ask(
      `/search/issues?q=${encodeURIComponent(q)}`,
      token === undefined ? {} : { token }
    )
    return [code, at(body, "message")]
  }
  const refusal = [422, "Query must include 'is:issue' or 'is:pull-request'"]
  const fine = "sandbox-fine-grained-token-not-a-secret"
  expect(await status("repo:acme/widgets widget", fine)).toEqual(refusal)
  expect(await status("repo:acme/widgets -is:pr", fine)).toEqual(refusal)
  expect((await status("repo:acme/widgets is:pull-request", fine))[0]).toBe(200)
  expect((await status("repo:acme/widgets type:issue", fine))[0]).toBe(200)
  expect((await status("repo:acme/widgets widget"))[0]).toBe(200)
  await control("/settings", { searchNeedsType: true })
  expect(await status("repo:acme/widgets widget")).toEqual(refusal)
  expect((await ask("/search/issues?q=repo:acme/widgets", { token: null })).status).toBe(200)
})
