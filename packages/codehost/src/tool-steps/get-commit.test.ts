import { describe, expect, it } from "vitest"

import { answers } from "../../tests/answers.ts"
import { connect } from "../../tests/connected.ts"
import { largeAnswer } from "../../tests/large-answers/answer.ts"
import { stepWorld, widgets, type Json } from "../../tests/steps.ts"

const { run, reason, wrongFields, get } = stepWorld("codehost_get_commit")

it("returns a commit by branch, with its files and counts, and their diffs if asked", async () => {
  const record = await get("/repos/acme/widgets/commits/feature/a/b")
  const [file] = record.files
  expect(file.patch).toMatch(/^@@/)
  const usual = await run({ ...widgets, ref: "feature/a/b" })
  expect(usual).toMatchObject({ sha: record.sha, stats: record.stats, files: [{ filename: file.filename }] })
  expect(usual.files[0].patch).toBeUndefined()
  expect((await run({ ...widgets, ref: record.sha, detail: "patch" })).files[0].patch).toBe(file.patch)
  const withoutFiles = await run({ ...widgets, ref: record.sha, detail: "none" })
  expect([withoutFiles.sha, withoutFiles.stats, withoutFiles.files]).toEqual([record.sha, undefined, undefined])
})

it("says that a commit is missing", async () => {
  expect((await reason({ ...widgets, ref: "0".repeat(40) }))._tag).toMatch(/NotFound|Invalid/)
})

it.each([
  [{ ...widgets, ref: "" }, ["ref"]],
  [{ ...widgets, ref: "../branches" }, ["ref"]],
  [{ ...widgets, ref: "main", detail: "all" }, ["detail"]]
])("refuses %j", async (input, fields) => expect(await wrongFields(input)).toEqual(fields))

describe("a commit of very many files", () => {
  const server = answers()
  const inPages = async (input: object) => {
    server.answer((request) => {
      const page = Number(new URLSearchParams(request.target.split("?")[1]).get("page") ?? 1)
      const { body, ...answer } = largeAnswer(request)
      const files = (body as Json).files.map((file: Json) => ({ ...file, filename: `${page}/${file.filename}` }))
      return { ...answer, body: { ...(body as object), files }, headers: page < 3 ? (answer.headers ?? {}) : {} }
    })
    const step = await connect(server.origin())
    const names: Array<string> = []
    const patches: Array<string> = []
    let next: object | undefined = { ...widgets, ref: "main", ...input }
    while (next !== undefined) {
      const part: Json = await step("codehost_get_commit", next)
      names.push(...part.files.map(({ filename }: Json) => filename))
      patches.push(...part.files.map(({ patch = "" }: Json) => patch))
      if (part.next !== undefined) expect(part.left_out.length).toBeGreaterThan(0)
      next = part.next
    }
    return { names, patches }
  }

  it("lists each of them once, page after page", async () => {
    const { names } = await inPages({ max_kb: 100 })
    expect([names.length, new Set(names).size]).toEqual([900, 900])
  })

  it("returns the patches of the named files", async () => {
    const name = "1/packages/some-package/src/some/folder/with/a/name/file-200.ts"
    const { names, patches } = await inPages({ detail: "patch", paths: [name] })
    expect(names).toEqual([name])
    expect(patches[0]).toHaveLength(3016)
  })
})
