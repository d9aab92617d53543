/** Tests a report that needs several requests, with a service that returns two rows at a time. */
import { make as makeAccount } from "@inlay/agent-plugin/Account"
import { expect, it } from "vitest"

import { commandsOver } from "../../tests/commands.ts"
import { report as wireReport, quota, service } from "../../tests/service.ts"
import { runnerOf } from "../../tests/steps.ts"
import { accessToken } from "../account/kinds.ts"
import { runReports } from "../tool-steps/run-reports.ts"

const { origins, answer, asked } = service()
const runtime = runnerOf([runReports], () => [
  makeAccount({
    plugin: "analytics",
    name: "test",
    kind: accessToken,
    values: { access_token: "token-of-the-test", data_base_url: origins.data, admin_base_url: origins.admin },
    revision: "1"
  })
])
const { report, files, steps } = commandsOver(runtime)

const PAGES = ["/a", "=b()", '/c "d", e', "/f", "/g"]

it("is one file, and its tokens are the sum of all parts", async () => {
  answer(({ json }) => {
    const from = Number(json.offset ?? 0)
    const rows = PAGES.slice(from, from + 2).map((page, at) => [page, String(from + at)])
    return {
      body: wireReport(["pagePath"], [["sessions", "TYPE_INTEGER"]], rows, { rowCount: PAGES.length, ...quota(10) })
    }
  })
  const asking = { property: "1", metrics: "sessions", dimensions: "pagePath", range: "2026-01-01..2026-01-02" }
  const { json, footer } = await report({ ...asking, csv: "a.csv" })
  expect(json).toMatchObject({ rows: 5, rowCount: 5, quota: { tokensPerHour: { consumed: 30 } } })
  expect(footer?.at(-1)).toMatch(/^Used 30 tokens/)
  expect(files.get("a.csv")).toBe('pagePath,sessions\n/a,0\n\'=b(),1\n"/c ""d"", e",2\n/f,3\n/g,4\n')
  expect(steps).toEqual([2, 4, 5].map((done) => ({ done, total: 5, text: "rows" })))
  expect(asked().map((one) => one.json.offset)).toEqual(["0", "2", "4"])
  await report({ ...asking, jsonFile: "a.json" })
  expect(JSON.parse(files.get("a.json") ?? "")).toEqual(PAGES.map((pagePath, sessions) => ({ pagePath, sessions })))
})
