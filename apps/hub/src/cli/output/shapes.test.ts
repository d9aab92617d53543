import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

import { screenOf } from "../../terminal/Screen.ts"
import { shapes } from "./shapes.ts"

const screen = screenOf(process.stdout, { NO_COLOR: "1" })
const list = (...keys: ReadonlyArray<string>) =>
  Object.fromEntries(keys.map((key) => [key, { type: "array", items: { type: "object" } }]))
const ITEMS = { type: "object", properties: list("items"), required: ["items"] }
const csv = (output: unknown, schema: object = ITEMS) => {
  const shape = Effect.runSync(shapes({ fields: undefined, format: "csv" }, false, { ...schema }))
  return shape(output).text(screen)
}

it("writes CSV that a spreadsheet reads as it was, and takes for no formula", () => {
  const items = [
    { a: 'says "no", twice', b: "two\nlines", c: "=1+1", d: -4, e: { f: ["x", 1] } },
    { a: null, g: true }
  ]
  expect(csv({ items })).toBe(
    ["a,b,c,d,e.f,g", `"says ""no"", twice","two\nlines",'=1+1,-4,"[""x"",1]",`, ",,,,,true"].join("\n")
  )
})

it("writes no record for no match", () => {
  expect(csv({ match: false, record: null }, { properties: { record: {} } })).toBe("")
})

const chosen = (format: "csv" | "jsonl", fields: string, output: unknown, on = screen) =>
  Effect.runSync(shapes({ fields, format }, false, ITEMS))(output).text(on)

it("writes the requested columns, whatever the records hold", () => {
  expect(chosen("csv", "number,user", { items: [] })).toBe("number,user")
  const items = [{ user: null }, { user: { login: "mona" }, number: -1e-7 }]
  expect(chosen("csv", "number,user", { items })).toBe('number,user\n,\n-1e-7,"{""login"":""mona""}"')
  expect(chosen("csv", "user", { items: [{ user: null }] })).toBe('user\n""')
  expect(csv({ items: [] })).toBe("")
})

it("writes no line of JSON for no records", () => {
  expect(chosen("jsonl", "number", { items: [] })).toBe("")
})

it("writes no control character to a terminal, and the whole text to a file", () => {
  const title = "evil\u001B]0;PWNED\u0007\u009B31m"
  const items = [{ title }]
  const terminal = screenOf({ isTTY: true }, { NO_COLOR: "1" })
  const file = screenOf({}, {})
  expect(chosen("csv", "title", { items }, terminal)).toBe("title\nevil]0;PWNED31m")
  expect(chosen("csv", "title", { items }, file)).toBe(`title\n${title}`)
  const line = chosen("jsonl", "title", { items }, terminal)
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  expect(line).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/)
  expect(JSON.parse(line)).toEqual({ title })
})

const REPOSITORY = {
  type: "object",
  properties: {
    name: { type: "string" },
    private: { type: "boolean" },
    topics: { type: "array", items: { type: "string" } }
  }
}

it("a single record with an empty list stays a record", () => {
  const repository = { name: "widgets", private: false, topics: [] }
  const fields = "name,private"
  const shape = Effect.runSync(shapes({ fields, format: undefined }, true, REPOSITORY))
  expect(shape(repository).json).toEqual({ name: "widgets", private: false })
  expect(shape(repository).text(screen)).toMatch(/^Name +widgets/)
  const asCsv = Effect.runSync(shapes({ fields, format: "csv" }, false, REPOSITORY))
  expect(asCsv(repository).text(screen).split("\n")).toEqual(["name,private", "widgets,false"])
})

it("the rows of a report are its records, whatever other lists it has", () => {
  const schema = { type: "object", properties: list("totals", "rows"), required: ["rows"] }
  const report = {
    rows: [
      { day: "1", users: 3 },
      { day: "2", users: 4 }
    ],
    totals: [{ day: "", users: 7 }]
  }
  expect(csv(report, schema).split("\n")).toEqual(["day,users", "1,3", "2,4"])
  const shape = Effect.runSync(shapes({ fields: "users", format: undefined }, true, schema))
  expect(shape(report).json).toEqual({ rows: [{ users: 3 }, { users: 4 }], totals: report.totals })
})

it("what has no list although it may have one is a record, whose fields can be chosen", () => {
  const schema = {
    type: "object",
    properties: {
      content: { type: "string" },
      entries: { type: "array", items: { type: "object", properties: { path: { type: "string" } } } }
    },
    required: ["content"]
  }
  const shape = Effect.runSync(shapes({ fields: "content", format: undefined }, true, schema))
  expect(shape({ content: "Hello" }).json).toEqual({ content: "Hello" })
  const paths = Effect.runSync(shapes({ fields: "path", format: undefined }, true, schema))
  expect(paths({ entries: [{ path: "a" }] }).json).toEqual({ entries: [{ path: "a" }] })
})
