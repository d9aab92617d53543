// Queries that find nothing: a filter value that cannot match is refused, and a name that does not exist is reported.
import { describe, expect, it } from "vitest"

import { answers } from "../../tests/answers.ts"
import { clients, reasonOf, widgets } from "../../tests/clients.ts"
import type { RunQuery } from "../schema/Workflow.ts"

const { client, calls, sandbox } = clients()
const server = answers()

describe("runs of workflows", () => {
  it.each([
    ["succeeded", "success"],
    ["failed", "failure"],
    ["in_progress", "in_progress"]
  ] as const)("by %s are those of the service's %s", async (status, word) => {
    server.answer(() => ({ body: { total_count: 1, workflow_runs: [] } }))
    const { workflows } = await client({ baseUrl: server.origin() })
    await workflows.runsPage({ ...widgets, status })
    expect(new URLSearchParams(server.asked()[0]?.target.split("?")[1]).get("status")).toBe(word)
  })

  it("that failed are found by the word that the runs themselves use", async () => {
    const { workflows } = await client()
    const runs = (await workflows.runsPage({ ...widgets, status: "failed" })).items
    expect(runs.map(({ outcome }) => outcome)).toEqual(runs.map(() => "failed"))
    expect(runs.length).toBeGreaterThan(0)
  })

  it.each<[Partial<Record<keyof RunQuery, unknown>>, ReadonlyArray<string>]>([
    [{ status: "broken" }, ["status"]],
    [{ status: "Success" }, ["status"]],
    [{ created: "yesterday" }, ["created"]],
    [{ created: ">2026-13-01" }, ["created"]],
    [{ created: "2026-02-01..2026-01-01" }, ["created"]],
    [{ created: "2026-01-01.." }, ["created"]]
  ])("refuses %j before anything is sent", async (query, fields) => {
    const { workflows } = await client()
    const reason = await reasonOf(workflows.runsPage({ ...widgets, ...(query as object) }))
    expect(reason._tag === "Invalid" && reason.fields.map(({ field }) => field)).toEqual(fields)
    expect(await calls()).toEqual([])
  })

  it.each([
    "2026-01-01",
    ">=2026-01-01",
    "<2026-01-01T00:00:00Z",
    "2020-01-01..*",
    "*..2030-01-01",
    "2020-01-01..2030-01-01"
  ])("takes created %s", async (created) => {
    server.answer(() => ({ body: { total_count: 0, workflow_runs: [] } }))
    const { workflows } = await client({ baseUrl: server.origin() })
    expect((await workflows.runsPage({ ...widgets, created })).items).toEqual([])
  })

  it.each([
    [{ branch: "mian" }, "NotFound", /no branch mian/, ["main"]],
    [{ actor: "no-such-user" }, "NotFound", /no user no-such-user/, undefined],
    [{ head_sha: "0".repeat(40) }, "NotFound", /no commit 0{40}/, undefined],
    [{ event: "pul_request" }, "Invalid", /similar: pull_request/, undefined]
  ])("by %j, which does not exist, is an error instead of an empty list", async (query, tag, words, names) => {
    const { workflows } = await client()
    const reason = await reasonOf(workflows.runsPage({ ...widgets, ...query }))
    expect([reason._tag, reason.what]).toEqual([tag, expect.stringMatching(words)])
    if (names !== undefined) expect(reason).toMatchObject({ known: expect.arrayContaining(names) })
  })

  it("of a branch that is gone are an empty list, if nobody can tell whether it had any", async () => {
    server.answer(({ target }) => {
      if (target.includes("/branches/")) return { status: 404, body: { message: "Branch not found" } }
      return target.includes("status=")
        ? { body: { total_count: 0, workflow_runs: [] } }
        : { status: 403, body: { message: "Resource not accessible by personal access token" } }
    })
    const { workflows } = await client({ baseUrl: server.origin() })
    expect((await workflows.runsPage({ ...widgets, branch: "gone", status: "failed" })).items).toEqual([])
    expect(server.asked()).toHaveLength(3)
  })

  it.each([{ branch: "release/2.0" }, { event: "merge_group" }, { actor: "linus" }])(
    "by %j, which exists, are an empty list",
    async (query) => {
      server.answer(({ target }) => ({ body: target.includes("/runs") ? { total_count: 0, workflow_runs: [] } : {} }))
      const { workflows } = await client({ baseUrl: server.origin() })
      expect((await workflows.runsPage({ ...widgets, ...query })).items).toEqual([])
    }
  )

  it.each(["tags/v1.2.0", "heads/merged/a"])(
    "of refs/%s, which is no branch, are an empty list if it has runs that the other filters leave out",
    async (ref) => {
      const { env, urls } = sandbox()
      const ask = (method: string, path: string, body?: object) =>
        fetch(`${urls.codehost}/repos/acme/widgets/git/${path}`, {
          method,
          headers: { authorization: `Bearer ${env.INLAY_CODEHOST_TOKEN}` },
          ...(body !== undefined && { body: JSON.stringify(body) })
        })
      const { commits, workflows } = await client()
      const { sha } = await commits.get({ ...widgets, ref: "main" })
      await ask("POST", "refs", { ref: `refs/${ref}`, sha })
      await workflows.dispatch({ ...widgets, workflow_id: "ci.yml", ref: `refs/${ref}` })
      if (ref.startsWith("heads/")) await ask("DELETE", `refs/${ref}`)
      const runs = { ...widgets, branch: ref.slice(ref.indexOf("/") + 1) }
      expect((await workflows.runsPage(runs)).items).toHaveLength(1)
      for (const query of [{ status: "failed" }, { workflow_id: "deploy.yml" }] as const)
        expect((await workflows.runsPage({ ...runs, ...query })).items).toEqual([])
    }
  )

  it("are an empty list if the reason cannot be looked up", async () => {
    server.answer(({ target }) =>
      target.includes("/runs")
        ? { body: { total_count: 0, workflow_runs: [] } }
        : { status: 403, body: { message: "No." } }
    )
    const { workflows } = await client({ baseUrl: server.origin() })
    expect((await workflows.runsPage({ ...widgets, branch: "x" })).items).toEqual([])
  })
})

describe("commits", () => {
  it.each([
    [{ path: "no/such/file.ts" }, /has never had no\/such\/file\.ts/],
    [{ author: "nobody-at-all" }, /no user nobody-at-all/],
    [{ committer: "nobody-at-all" }, /no user nobody-at-all/]
  ])("by %j, which does not exist, is an error instead of an empty list", async (query, words) => {
    const { commits } = await client()
    expect(await reasonOf(commits.page({ ...widgets, ...query }))).toMatchObject({
      _tag: "NotFound",
      what: expect.stringMatching(words)
    })
  })

  it("of a repository without any are an empty list", async () => {
    const { commits } = await client()
    const empty = { owner: "mona", repo: "empty" }
    expect(await commits.page(empty)).toEqual({ items: [], total: 0, pages: 1 })
    for await (const commit of commits.list(empty).items) expect(commit).toBeUndefined()
  })

  it("of a file that was deleted are still listed", async () => {
    const { contents, commits } = await client()
    await contents.put({ ...widgets, path: "gone.md", content: "x" })
    await contents.delete({ ...widgets, path: "gone.md" })
    expect((await commits.page({ ...widgets, path: "gone.md" })).items.length).toBeGreaterThan(0)
  })

  it("of a file that was deleted are an empty list if the other filters leave them out", async () => {
    const { contents, commits } = await client()
    await contents.put({ ...widgets, path: "gone.md", content: "x" })
    await contents.delete({ ...widgets, path: "gone.md" })
    for (const query of [{ since: "2099-01-01" }, { author: "linus" }, { sha: "main", since: "2099-01-01" }])
      expect((await commits.page({ ...widgets, path: "gone.md", ...query })).items).toEqual([])
  })

  it("by an e-mail address that nobody has are an empty list", async () => {
    const { commits } = await client()
    expect((await commits.page({ ...widgets, author: "nobody@example.com" })).items).toEqual([])
  })

  it("with until before since are refused", async () => {
    const { commits } = await client()
    const query = { ...widgets, since: "2026-02-01", until: "2026-01-01" }
    expect(await reasonOf(commits.page(query))).toMatchObject({ _tag: "Invalid" })
    expect(await calls()).toEqual([])
  })
})

describe("a search", () => {
  it.each([
    ["is:opne", /is:opne.*open/],
    ["repo:acme/widgets is:isue is:open", /is:isue.*issue/],
    ["state:opened crash", /state: takes open, closed/],
    ["is:isue crash", /is:isue, which matches nothing; the nearest: issue, /],
    ["crash in:titel", /in: takes/],
    ["-is:mergd", /is:mergd/],
    ["review:aproved", /approved/],
    ["(is:opne OR is:closed)", /is:opne/]
  ])("for %s is refused before anything is sent", async (q, message) => {
    const { search } = await client()
    const reason = await reasonOf(search.issuesPage({ q }))
    expect(reason._tag === "Invalid" && reason.fields).toEqual([
      { field: "q", message: expect.stringMatching(message) }
    ])
    expect(await calls()).toEqual([])
  })

  it.each([
    'repo:acme/widgets is:open "is:opne" in:title,body',
    "repo:acme/widgets IS:OPEN",
    "repo:acme/widgets http://example.com/is:x",
    'repo:acme/widgets label:"is:opne"'
  ])("for %s is sent as it is", async (q) => {
    server.answer(() => ({ body: { total_count: 0, incomplete_results: false, items: [] } }))
    const { search } = await client({ baseUrl: server.origin() })
    expect((await search.issuesPage({ q })).items).toEqual([])
  })

  it.each([
    ["lable:bug crash", /lable: is not a search qualifier.*label/],
    ["type:bgu", /type:bgu is neither issue nor pr/],
    ["crash", undefined]
  ])("that finds nothing for %s says what the cause may be", async (q, notice) => {
    server.answer(() => ({ body: { total_count: 0, incomplete_results: false, items: [] } }))
    const { search } = await client({ baseUrl: server.origin() })
    const page = await search.issuesPage({ q })
    if (notice === undefined) expect(page).not.toHaveProperty("notice")
    else expect(page.notice).toMatch(notice)
  })
})
