import { describe, expect, it } from "vitest"

import { answers } from "../../../tests/answers.ts"
import { connect } from "../../../tests/connected.ts"
import { largeAnswer } from "../../../tests/large-answers/answer.ts"
import { stepWorld, widgets, type Json } from "../../../tests/steps.ts"

const { run, wrongFields } = stepWorld("codehost_list_releases")
const server = answers()
const q = "repo:acme/widgets"

const search = async (input: object): Promise<Json> => {
  server.answer(largeAnswer)
  return (await connect(server.origin()))("codehost_search_issues_and_pull_requests", input)
}

describe("fields", () => {
  it("may be nested, and apply to each item", async () => {
    const { items } = await run({ ...widgets, fields: ["tag_name", "author.login", "assets.name"] })
    expect(Object.keys(items[0])).toEqual(["tag_name", "author", "assets"])
    expect(Object.keys(items[0].author)).toEqual(["login"])
  })

  it.each([
    [["id", "nonsense"], ["fields.1"]],
    [["author.nonsense"], ["fields.0"]],
    [["id.login"], ["fields.0"]],
    [["author.login.first"], ["fields.0"]],
    [[], ["fields"]]
  ])("that the items do not have are refused: %j", async (fields, record) =>
    expect(await wrongFields({ ...widgets, fields })).toEqual(record)
  )
})

describe("what does not fit", () => {
  it("is shortened, which is reported, and the rest follows: each item once", async () => {
    const numbers: Array<number> = []
    let next: object | undefined = { q }
    let pages = 0
    while (next !== undefined && numbers.length < 60) {
      const page: Json = await search(next)
      if (pages++ === 0) {
        expect(page.left_out).toEqual([
          expect.stringMatching(/^items\.\*\.body: 300 of up to 65,536 characters, \d+ times; fields, /),
          expect.stringMatching(/^items: \d+ of 30 follow$/)
        ])
        expect(page.next).toEqual({ q, skip: page.items.length })
      }
      numbers.push(...page.items.map(({ number }: Json) => number))
      next = page.next
    }
    expect(numbers.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, n) => n))
    expect(next).toMatchObject({ q, page: 3 })
  })

  it("is complete if fewer fields are requested", async () => {
    const page = await search({ q, fields: ["number", "user.login"], per_page: 100 })
    expect(page.items).toHaveLength(100)
    expect(page).not.toHaveProperty("left_out")
    expect(page.next).toEqual({ q, fields: ["number", "user.login"], per_page: 100, page: 2 })
  })

  it("includes a long body in full if only the body is requested", async () => {
    const page = await search({ q, fields: ["body"], per_page: 1, max_kb: 195 })
    expect(page.items[0].body).toHaveLength(65_536)
    expect(page).not.toHaveProperty("left_out")
  })

  it("is reported if it follows by cursor, without a next that this tool would refuse", async () => {
    const link = `<${server.origin()}/repositories/1/releases?after=abc&page=2>; rel="next"`
    server.answer(() => ({ headers: { link }, body: [] }))
    const page: Json = await (await connect(server.origin()))("codehost_list_releases", widgets)
    expect(page).not.toHaveProperty("next")
    expect(page.left_out).toEqual([expect.stringMatching(/more follow by cursor/)])
  })

  it("refuses an invalid skip", async () => expect(await wrongFields({ ...widgets, skip: -1 })).toEqual(["skip"]))
})
