import { describe, expect, it } from "vitest"

import { answers } from "../../tests/answers.ts"
import { clients, reasonOf, widgets } from "../../tests/clients.ts"
import { outcomeOf } from "../schema/outcome.ts"

const { client, calls } = clients()
const server = answers()

describe("a workflow", () => {
  it("is disabled and enabled, by its file's name, path or number", async () => {
    const { workflows } = await client()
    const { id } = await workflows.get({ ...widgets, workflow_id: "ci.yml" })
    expect(await workflows.disable({ ...widgets, workflow_id: ".github/workflows/ci.yml" })).toEqual({ enabled: false })
    expect(await workflows.get({ ...widgets, workflow_id: id })).toMatchObject({ state: "disabled_manually" })
    expect(await workflows.enable({ ...widgets, workflow_id: id })).toEqual({ enabled: true })
    expect(await workflows.get({ ...widgets, workflow_id: id })).toMatchObject({ state: "active" })
  })

  it("runs on the default branch unless another is named, and the run exists", async () => {
    const { workflows } = await client()
    const before = await workflows.runsPage({ ...widgets, workflow_id: "ci.yml", event: "workflow_dispatch" })
    expect(await workflows.dispatch({ ...widgets, workflow_id: "ci.yml" })).toEqual({ dispatched: true })
    const after = await workflows.runsPage({ ...widgets, workflow_id: "ci.yml", event: "workflow_dispatch" })
    expect(after.total).toBe((before.total ?? 0) + 1)
    expect(after.items[0]).toMatchObject({ event: "workflow_dispatch", head_branch: "main" })
  })

  it("returns the run if asked to", async () => {
    const { workflows } = await client({ baseUrl: server.origin() })
    server.answer(() => ({ body: { workflow_run_id: 7, run_url: "u", html_url: "h" } }))
    const record = await workflows.dispatch({ ...widgets, workflow_id: 1, ref: "main", return_run_details: true })
    expect(record).toEqual({ dispatched: true, workflow_run_id: 7, html_url: "h" })
    expect(server.asked().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { ref: "main", return_run_details: true }
    ])
  })

  it("runs without returning the run if the server cannot return it, and only then retries", async () => {
    const { workflows } = await client({ baseUrl: server.origin() })
    const input = { ...widgets, workflow_id: 1, ref: "main", return_run_details: true }
    const bodies = () => server.asked().map(({ body }) => JSON.parse(body) as unknown)
    const unknown = 'Invalid request.\n\n"return_run_details" is not a permitted key.'
    server.answer(({ body }) =>
      body.includes("return_run_details") ? { status: 422, body: { message: unknown } } : { status: 204 }
    )
    expect(await workflows.dispatch(input)).toEqual({ dispatched: true })
    expect(bodies()).toEqual([{ ref: "main", return_run_details: true }, { ref: "main" }])
    server.answer(() => ({ status: 422, body: { message: "No ref found for: main" } }))
    expect(await reasonOf(workflows.dispatch(input))).toMatchObject({ _tag: "Invalid" })
    expect(bodies()).toHaveLength(3)
  })

  it.each([
    ["my workflow.yml", "my%20workflow.yml"],
    [".github/workflows/CI (old) #1.yml", "CI%20(old)%20%231.yml"],
    ["161335", "161335"]
  ])("may have any valid file name: %j", async (workflow_id, request) => {
    const { workflows } = await client({ baseUrl: server.origin() })
    server.answer(() => ({ status: 204 }))
    await workflows.enable({ ...widgets, workflow_id })
    expect(server.asked().map(({ target }) => target)).toEqual([
      `/repos/acme/widgets/actions/workflows/${request}/enable`
    ])
  })

  it.each(["ci", "../ci.yml", "a/ci.yml", 0])("is not looked up by %j", async (workflow_id) => {
    const { workflows } = await client()
    expect(await reasonOf(workflows.enable({ ...widgets, workflow_id }))).toMatchObject({
      _tag: "Invalid",
      fields: [{ field: "workflow_id" }]
    })
    expect(await calls()).toEqual([])
  })
})

describe("a list of runs", () => {
  const found = async (query: object, total: number, page: number) => {
    const run = (await (await client()).workflows.runsPage(widgets)).items[0]
    const links = page < Math.ceil(total / 100) ? { link: `<https://x.example/?page=${page + 1}>; rel="next"` } : {}
    server.answer(() => ({ headers: links, body: { total_count: total, workflow_runs: [run] } }))
    const { workflows } = await client({ baseUrl: server.origin() })
    return workflows.runsPage({ ...widgets, ...query, per_page: 100, page })
  }

  it.each([{ branch: "main" }, { event: "push" }, { status: "failed" }, { actor: "ada" }, { created: ">=2026-01-01" }])(
    "with the filter %j says that it ends at 1,000",
    async (query) => {
      const page = await found(query, 4321, 10)
      expect(page).toMatchObject({ total: 4321, pages: 10, notice: expect.stringMatching(/4321 match.*first 1000/) })
      expect(page).not.toHaveProperty("next")
      expect((await found(query, 4321, 9)).next).toEqual({ page: 10 })
      expect(await found(query, 1000, 1)).not.toHaveProperty("notice")
    }
  )

  it.each([{}, { workflow_id: "ci.yml" }])("without a filter goes on: %j", async (query) => {
    const page = await found(query, 4321, 10)
    expect(page).toMatchObject({ total: 4321, next: { page: 11 } })
    expect(page).not.toHaveProperty("notice")
  })
})

describe("a run", () => {
  it("has an outcome in the words of the spec once it is complete", async () => {
    const { workflows } = await client()
    const { items } = await workflows.runsPage({ ...widgets, per_page: 100 })
    expect(items.some(({ outcome }) => outcome === "succeeded")).toBe(true)
    for (const { conclusion, outcome } of items) {
      expect(outcome).toBe(typeof conclusion === "string" ? outcomeOf(conclusion) : undefined)
    }
    const [first] = items
    expect(await workflows.run({ ...widgets, run_id: first?.id ?? 0 })).toEqual(first)
  })

  it.each([
    ["success", "succeeded"],
    ["failure", "failed"],
    ["timed_out", "failed"],
    ["startup_failure", "failed"],
    ["cancelled", "cancelled"],
    ["neutral", "other"],
    ["skipped", "other"],
    ["stale", "other"],
    ["action_required", "other"],
    ["toString", "other"]
  ])("that ended as %s has %s", (conclusion, outcome) => expect(outcomeOf(conclusion)).toBe(outcome))
})
