import { expect, it } from "vitest"

import { at, linksOf, objects, startFor } from "../testing/bench.ts"
import { createdTest } from "./filters.ts"

const { ask, control } = startFor()
const root = "/repos/acme/widgets/actions"

const runs = async (query: string) =>
  objects(at((await ask(`${root}/runs?per_page=100&${query}`)).body, "workflow_runs"))

it("lists workflows with their details", async () => {
  const { body } = await ask(`${root}/workflows`)
  expect(at(body, "total_count")).toBe(4)
  expect(objects(at(body, "workflows")).map(({ path, state }) => [path, state])).toEqual([
    [".github/workflows/ci.yml", "active"],
    [".github/workflows/deploy.yml", "active"],
    [".github/workflows/nightly.yml", "disabled_manually"],
    [".github/workflows/release.yml", "active"]
  ])
  expect((await ask(`${root}/workflows/7001`)).body).toEqual((await ask(`${root}/workflows/ci.yml`)).body)
  expect((await ask(`${root}/workflows/7009`)).status).toBe(404)
  for (const { path } of objects(at(body, "workflows"))) {
    expect((await ask(`/repos/acme/widgets/contents/${String(path)}`)).status, String(path)).toBe(200)
  }
})

it("filters by each parameter, and by all of them together", async () => {
  const all = await runs("branch=main&status=failure&actor=mona")
  expect(all.length).toBeGreaterThan(0)
  for (const run of all) {
    expect(run).toMatchObject({
      head_branch: "main",
      conclusion: "failure",
      status: "completed",
      actor: { login: "mona" }
    })
  }
  expect(new Set((await runs("event=schedule")).map(({ event }) => event))).toEqual(new Set(["schedule"]))
  expect(await runs("branch=nothing")).toEqual([])
  expect(await runs("actor=nobody")).toEqual([])
  expect(await runs("status=queued")).toEqual([])
  const [sha] = (await runs("branch=feature/a/b")).map((run) => run["head_sha"])
  expect((await runs(`head_sha=${String(sha)}`)).every((run) => run["head_branch"] === "feature/a/b")).toBe(true)
})

it("has runs with all nine conclusions", async () => {
  expect(new Set((await runs("")).map(({ conclusion }) => conclusion)).size).toBe(9)
})

it("filters by creation time", async () => {
  const countOf = async (created: string) =>
    (await runs(`created=${encodeURIComponent(created)}`)).map((run) => String(run["created_at"]))
  expect((await countOf("2026-09-30")).length).toBe(24)
  expect((await countOf(">=2026-10-01")).every((moment) => moment >= "2026-10-01")).toBe(true)
  expect((await countOf("<2026-09-01")).every((moment) => moment < "2026-09-01")).toBe(true)
  expect((await countOf("2026-09-01..2026-09-02")).length).toBe(48)
  expect(await countOf("2030-01-01..*")).toEqual([])
  expect(await countOf("soon")).toEqual([])
})

it.each([
  ["2026-01-01", [false, true, true, false]],
  [">2026-01-01", [false, false, false, true]],
  [">=2026-01-01", [false, true, true, true]],
  ["<2026-01-01", [true, false, false, false]],
  ["<=2026-01-01", [true, true, true, false]],
  ["2026-01-01T12:00:00Z..2026-01-02", [false, false, true, true]],
  ["*..2026-01-01", [true, true, true, false]]
])("the range %s", (text, inside) => {
  const moments = ["2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z", "2026-01-01T23:00:00Z", "2026-01-02T00:00:00Z"]
  expect(moments.map((moment) => createdTest(text)?.(Date.parse(moment)))).toEqual(inside)
})

it("returns at most 1,000 of a filtered list, and all of an unfiltered one", async () => {
  const list = await ask(`${root}/runs?per_page=100&status=completed`)
  expect(at(list.body, "total_count")).toBe(1000)
  expect(new URL(linksOf(list)["last"] ?? "").searchParams.get("page")).toBe("10")
  expect(at((await ask(`${root}/runs`)).body, "total_count")).toBe(1240)
})

it("returns a run with its job, and 404 for an unknown one", async () => {
  const [run] = await runs("status=failure")
  const { body } = await ask(`${root}/runs/${String(run?.["id"])}/jobs`)
  expect(at(body, "jobs", 0)).toMatchObject({ run_id: run?.["id"], status: "completed", conclusion: "failure" })
  expect((await ask(`${root}/runs/1`)).status).toBe(404)
  expect((await ask(`/repos/acme/gadgets/actions/runs/${String(run?.["id"])}`)).status).toBe(404)
  expect((await ask(`${root}/runs/latest`)).status).toBe(404)
})

it("reruns a finished run as the next attempt; a running one is refused", async () => {
  const { body: page } = await ask("/repos/acme/widgets/actions/runs?status=failure&per_page=1")
  const id = Number(at(page, "workflow_runs", 0, "id"))
  const run = `/repos/acme/widgets/actions/runs/${id}`
  expect((await ask(`${run}/rerun-failed-jobs`, { body: {} })).status).toBe(201)
  expect((await ask(run)).body).toMatchObject({ status: "queued", conclusion: null, run_attempt: 2 })
  const twice = await ask(`${run}/rerun`, { body: {} })
  expect([twice.status, at(twice.body, "message")]).toEqual([403, "This workflow is already running"])
  await control("/clock", { advanceSeconds: 15 })
  expect((await ask(run)).body).toMatchObject({ status: "completed", conclusion: "success", run_attempt: 2 })
})
