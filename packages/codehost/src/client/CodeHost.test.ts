import { describe, expect, it } from "vitest"

import { answers } from "../../tests/answers.ts"
import { clients, reasonOf, widgets } from "../../tests/clients.ts"

const { client, calls, control, fault } = clients()
const server = answers()

describe("every call", () => {
  it("sends accept, API version and user agent headers", async () => {
    server.answer(() => ({ body: [] }))
    const code = await client({ baseUrl: server.origin(), token: "a-token", headers: { "x-tenant": "acme" } })
    await code.releases.page(widgets)
    expect(server.asked()[0]?.headers).toMatchObject({
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
      "user-agent": "inlay",
      "x-tenant": "acme",
      authorization: "Bearer a-token"
    })
  })

  it.each([
    [301, "/repositories/1", /renamed or moved.*new name/, "checkNames"],
    [307, "/repositories/1", /renamed or moved/, "checkNames"],
    [308, "/repositories/1", /renamed or moved/, "checkNames"],
    [302, "http://downloads.codehost.example/x?sig=secret1", /download link, which is not followed/, "checkAddress"],
    [301, "http://api.codehost.example/", /redirected the call to api\.codehost\.example/, "setAddress"]
  ])("that is redirected (%i to %s) explains the redirect", async (status, location, what, to) => {
    server.answer(() => ({ status, headers: { location } }))
    const { repositories } = await client({ baseUrl: server.origin() })
    const reason = await reasonOf(repositories.get(widgets))
    expect(reason).toMatchObject({
      _tag: "Refused",
      guard: "redirect",
      what: expect.stringMatching(what),
      remedy: { to }
    })
    expect(JSON.stringify(reason)).not.toContain("secret1")
  })

  it("keeps a given accept header, and reads text as text", async () => {
    const code = await client()
    const answer = await code.call({
      operation: "apiCall",
      method: "GET",
      endpoint: "/repos/acme/widgets/contents/README.md",
      headers: { accept: "application/vnd.github.raw+json" }
    })
    expect(answer).toMatchObject({ status: 200, body: expect.stringMatching(/^# Widgets/) })
  })

  it("that the service still computes an answer for is sent again, and is not an empty answer", async () => {
    const statistics = [{ total: 7 }]
    server.answer(() => (server.asked().length === 1 ? { status: 202, body: {} } : { body: statistics }))
    const { call } = await client({ baseUrl: server.origin() })
    const endpoint = "/repos/acme/widgets/stats/contributors"
    expect(await call({ operation: "apiCall", method: "GET", endpoint })).toMatchObject({ body: statistics })
    // The service accepts what it does later with the same status.
    server.answer(() => ({ status: 202, body: {} }))
    const fork = { operation: "apiCall", method: "POST", endpoint: "/repos/acme/stats/forks" } as const
    expect(await call(fork)).toMatchObject({ status: 202 })
  })

  it("does not accept a web page as an answer", async () => {
    await fault("html-200")
    const { call } = await client()
    expect(await reasonOf(call({ operation: "apiCall", method: "GET", endpoint: "/user" }))).toMatchObject({
      _tag: "Decode"
    })
  })

  it("uses no rate limit to read unchanged data again: 100 records, twice", async () => {
    const code = await client()
    const usedCount = async () => (await code.limits({})).resources["core"]?.used ?? Number.NaN
    const read = async () => {
      for (let n = 1; n <= 100; n++) await code.commits.page({ ...widgets, per_page: n })
    }
    const start = await usedCount()
    await read()
    const first = await usedCount()
    await read()
    expect([first - start, (await usedCount()) - first]).toEqual([100, 0])
  })
})

describe("the limits", () => {
  it("are taken from the latest answers, by resource", async () => {
    const code = await client()
    await code.repositories.get(widgets)
    expect(code.rateLimit()).toMatchObject({ limit: 5000, remaining: 4999 })
    expect(Object.keys(code.rateLimits())).toContain("core")
  })

  it("that are used up stop calls before they are sent, and can still be read", async () => {
    await control("/quota", { token: "mona", resource: "core", remaining: 1, resetInSeconds: 1800 })
    const code = await client()
    await code.repositories.get(widgets)
    const before = (await calls()).length
    expect(await reasonOf(code.releases.page(widgets))).toMatchObject({ _tag: "RateLimited" })
    expect((await calls()).length).toBe(before)
    expect((await code.limits({})).resources["core"]).toMatchObject({ remaining: 0 })
  })

  it("of the secondary kind stop all calls of the account", async () => {
    await fault("throttle-bare")
    const code = await client()
    expect(await reasonOf(code.repositories.get(widgets))).toMatchObject({ _tag: "RateLimited", retryAfterSeconds: 60 })
    expect(await reasonOf(code.search.issuesPage({ q: "x" }))).toMatchObject({ _tag: "RateLimited" })
    expect(await calls()).toHaveLength(1)
  })

  it("a short wait delays the call", async () => {
    await fault("throttle")
    expect(await (await client()).repositories.get(widgets)).toMatchObject({ name: "widgets" })
    expect((await calls()).map(({ status }) => status)).toEqual([403, 200])
  })
})

describe("pauses", () => {
  it("separate writes, which go one at a time; reads are not delayed", async () => {
    const code = await client({ writePauseMillis: 60 })
    await Promise.all([1, 2, 3].map(() => code.repositories.star(widgets)))
    const writes = (await calls()).filter(({ method }) => method === "PUT")
    expect(writes.map(({ underWay }) => underWay)).toEqual([1, 1, 1])
    const [first, , last] = writes
    expect((last?.atMillis ?? 0) - (first?.atMillis ?? 0)).toBeGreaterThanOrEqual(118)
  })

  it("allow at most ten calls at once", async () => {
    await control("/settings", { latencyMs: 5 })
    const code = await client()
    await Promise.all(Array.from({ length: 40 }, (_, n) => code.commits.page({ ...widgets, per_page: n + 1 })))
    expect(Math.max(...(await calls()).map(({ underWay }) => underWay))).toBeLessThanOrEqual(10)
  })
})

describe("GraphQL", () => {
  const pull = (draft: boolean) => ({
    id: 1,
    node_id: "PR_1",
    number: 1,
    title: "t",
    state: "open",
    draft,
    html_url: "h",
    head: { ref: "a", sha: "1" },
    base: { ref: "b", sha: "2" },
    created_at: "c",
    updated_at: "u"
  })

  it.each([
    ["", "/graphql"],
    ["/api/v3", "/api/graphql"],
    ["/codehost", "/codehost/graphql"]
  ])("of a base address that ends in %j is at %s", async (base, target) => {
    let isDraft = true
    server.answer(({ method }) => {
      if (method === "GET") return { body: pull(isDraft) }
      isDraft = false
      return { body: { data: { markPullRequestReadyForReview: { pullRequest: { id: "PR_1" } } } } }
    })
    const { pullRequests } = await client({ baseUrl: `${server.origin()}${base}` })
    expect(await pullRequests.markReady({ ...widgets, pull_number: 1 })).toMatchObject({ draft: false })
    expect(server.asked().find(({ method }) => method === "POST")?.target).toBe(target)
  })

  it("that answers a change without the changed record may have made it", async () => {
    server.answer(({ method }) => ({
      body: method === "GET" ? pull(true) : { data: { markPullRequestReadyForReview: null } }
    }))
    const { pullRequests } = await client({ baseUrl: server.origin() })
    const error = await pullRequests.markReady({ ...widgets, pull_number: 1 }).catch((reason: unknown) => reason)
    const remedy = { to: "lookFirst", at: "pull request #1 of acme/widgets" }
    expect(error).toMatchObject({ outcome: "unknown", reason: { _tag: "Decode", remedy } })
  })
})
