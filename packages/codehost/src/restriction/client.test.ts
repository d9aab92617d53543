import { describe, expect, it } from "vitest"

import { answers } from "../../tests/answers.ts"
import { clients, reasonOf, widgets } from "../../tests/clients.ts"

const { client, calls } = clients()
const server = answers()
const gadgets = { owner: "acme", repo: "gadgets" }
const restriction = { repositories: ["acme/Widgets"] }

describe("a client that is limited to repositories", () => {
  it("works inside them, and sends nothing about others", async () => {
    const code = await client(restriction)
    expect(await code.repositories.get(widgets)).toMatchObject({ full_name: "acme/widgets" })
    expect((await code.branches.page(widgets)).items.length).toBeGreaterThan(0)
    const before = await calls()
    const outside: ReadonlyArray<() => Promise<unknown>> = [
      () => code.repositories.get(gadgets),
      () => code.repositories.create({ name: "new" }),
      () => code.repositories.star(gadgets),
      () => code.contents.put({ ...gadgets, path: "a", content: "b" }),
      () => code.issues.create({ ...gadgets, title: "a" }),
      () => code.gists.create({ files: { a: "b" } }),
      () => code.gists.page({ username: "mona" }),
      () => code.pullRequests.markReady({ ...gadgets, pull_number: 1 }),
      () => code.projects.updateItemStatus({ owner: "acme", project_number: 1, item_id: 1, status: "Done" }),
      () =>
        code.projects.updateItemStatus({
          owner: "acme",
          owner_type: "organization",
          project_number: 1,
          item_id: "PVTI_abc",
          status: "Done"
        }),
      () => code.call({ operation: "apiCall", method: "GET", endpoint: "/repositories/1296270" }),
      () =>
        code.call({
          operation: "apiCall",
          method: "POST",
          endpoint: "/graphql",
          body: { query: "{ viewer { login } }" }
        })
    ]
    for (const call of outside) {
      expect(await reasonOf(call())).toMatchObject({ _tag: "Refused", guard: "restriction" })
    }
    expect(await calls()).toEqual(before)
  })

  it("lists only the named ones of its own repositories", async () => {
    const code = await client(restriction)
    const { items } = await code.repositories.page({ per_page: 100 })
    expect(items.map(({ full_name }) => full_name)).toEqual(["acme/widgets"])
    const repositories = ["Acme/Widgets", "acme/gadgets"].map((full_name) => ({ full_name }))
    server.answer(() => ({ body: repositories }))
    const { call } = await client({ ...restriction, baseUrl: server.origin() })
    for (const endpoint of ["/user/repos?per_page=100", "/user/%72epos?per_page=100", "/user/repos/?per_page=100"]) {
      const { body } = await call({ operation: "apiCall", method: "GET", endpoint })
      expect(body).toEqual([{ full_name: "Acme/Widgets" }])
    }
  })

  it("searches inside them, and shows nothing from outside", async () => {
    const issueOf = (name: string, n: number) => ({
      id: n,
      number: n,
      title: name,
      state: "open",
      html_url: "h",
      created_at: "c",
      updated_at: "u",
      repository_url: `https://api.codehost.example/repos/${name}`
    })
    server.answer(() => ({
      body: {
        total_count: 2,
        incomplete_results: false,
        items: [issueOf("acme/widgets", 1), issueOf("acme/gadgets", 2)]
      }
    }))
    const { search, call } = await client({ ...restriction, baseUrl: server.origin() })
    expect((await search.issuesPage({ q: "crash is:open" })).items.map(({ title }) => title)).toEqual(["acme/widgets"])
    expect(server.asked().map(({ target }) => new URLSearchParams(target.split("?")[1]).get("q"))).toEqual([
      "crash is:open repo:acme/widgets"
    ])
    const answer = await call({ operation: "apiCall", method: "GET", endpoint: "/search/%69ssues?q=repo:acme/widgets" })
    expect(answer.body).toMatchObject({ total_count: 1, items: [{ title: "acme/widgets" }] })
    expect(await reasonOf(search.issuesPage({ q: "repo:acme/gadgets" }))).toMatchObject({ guard: "restriction" })
    expect(await reasonOf(search.issuesPage({ q: "a) OR (b" }))).toMatchObject({ guard: "restriction" })
    expect(server.asked()).toHaveLength(2)
  })

  it.each<[string, (name: string) => object]>([
    ["issues", (name) => ({ repository_url: `https://api.codehost.example/repos/${name}` })],
    ["code", (name) => ({ repository: { full_name: name } })],
    ["commits", (name) => ({ repository: { full_name: name } })]
  ])(
    "shows the %s inside them, however the service writes their names, and where the list goes on",
    async (kind, of) => {
      const link = `<${server.origin()}/search/${kind}?q=crash&page=2>; rel="next"`
      const items = ["Acme/Widgets", "acme/gadgets"].map((name) => of(name))
      server.answer(() => ({ headers: { link }, body: { total_count: 2, items } }))
      const { call } = await client({ ...restriction, baseUrl: server.origin() })
      const answer = await call({ operation: "apiCall", method: "GET", endpoint: `/search/${kind}?q=crash` })
      expect(answer).toMatchObject({ headers: { link }, body: { total_count: 1, items: [of("Acme/Widgets")] } })
    }
  )

  it("finds results in all of its repositories and in no others, whatever operators the query has", async () => {
    const whole = await client()
    const { search } = await client({ repositories: ["acme/Widgets", "acme/gadgets"] })
    const count = async (q: string, from = search) => (await from.issuesPage({ q })).total
    const widgetsOpen = await count("repo:acme/widgets is:open", whole.search)
    const gadgetsOpen = await count("repo:acme/gadgets is:open", whole.search)
    expect(Math.min(widgetsOpen, gadgetsOpen)).toBeGreaterThan(0)
    expect(await count("is:open")).toBe(widgetsOpen + gadgetsOpen)
    expect(await count("is:open OR is:open")).toBe(widgetsOpen + gadgetsOpen)
    expect(await count("is:open OR is:closed", whole.search)).toBeGreaterThan(await count("is:open OR is:closed"))
  })
})

it("a read-only client reads, and sends nothing that writes, GraphQL included", async () => {
  const code = await client({ readOnly: true })
  expect(await code.repositories.isStarred(widgets)).toEqual({ starred: expect.any(Boolean) })
  const before = await calls()
  const writes: ReadonlyArray<() => Promise<unknown>> = [
    () => code.repositories.star(widgets),
    () => code.gists.create({ files: { a: "b" } }),
    () => code.branches.create({ ...widgets, branch: "b", sha: "0".repeat(40) }),
    () => code.contents.delete({ ...widgets, path: "README.md", sha: "0".repeat(40) }),
    () => code.call({ operation: "apiCall", method: "POST", endpoint: "/graphql", body: { query: "mutation { x }" } })
  ]
  for (const write of writes) expect(await reasonOf(write())).toMatchObject({ _tag: "Refused", guard: "readOnly" })
  expect(await calls()).toEqual(before)
})

it("a read-only client does not change a draft", async () => {
  server.answer(({ method }) =>
    method === "GET"
      ? {
          body: {
            id: 1,
            node_id: "PR_1",
            number: 1,
            title: "t",
            state: "open",
            draft: true,
            html_url: "h",
            head: { ref: "a", sha: "1" },
            base: { ref: "b", sha: "2" },
            created_at: "c",
            updated_at: "u"
          }
        }
      : { body: { data: {} } }
  )
  const { pullRequests } = await client({ readOnly: true, baseUrl: server.origin() })
  expect(await reasonOf(pullRequests.markReady({ ...widgets, pull_number: 1 }))).toMatchObject({ guard: "readOnly" })
  expect(server.asked().map(({ method }) => method)).toEqual(["GET"])
})
