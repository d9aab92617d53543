import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import * as Operation from "./Operation.ts"

const name = Schema.String.check(
  Schema.makeFilter((text: string) => (/^[a-z]+$/.test(text) ? undefined : "must be one name of letters"))
)

const rename = Operation.make({
  provider: "shelf",
  name: "books.rename",
  input: Schema.Struct({
    shelf: name,
    book: name,
    title: Schema.optionalKey(Schema.String),
    pages: Schema.optionalKey(Schema.Int)
  }),
  output: Schema.Struct({ title: Schema.String }),
  across: ({ title, pages }) =>
    title === undefined && pages === undefined ? [{ field: "", message: "no change is given" }] : []
})

it.each([
  [{ shelf: "a", book: "b", title: "T" }, []],
  [{ shelf: "a/b", book: 7, title: "T" }, ["shelf must be one name of letters", "book must be a string"]],
  [{ book: "", pages: 1.5 }, ["shelf is required", "book must be one name of letters", "pages must be an integer"]],
  [{ shelf: "A", book: "b" }, ["shelf must be one name of letters", " no change is given"]],
  [{ shelf: "a", book: "b", title: "T", colour: "red" }, ["colour is not a field of this input"]],
  [{ shelf: "a", book: "b", title: "T", pages: undefined }, []],
  [{ shelf: "a", book: undefined, title: undefined }, ["book is required", " no change is given"]],
  [null, [" must be an object"]],
  [[], [" must be an object"]]
])("%j", (input, problems) => {
  expect(rename.problems(input).map(({ field, message }) => `${field} ${message}`)).toEqual(problems)
})

it("leaves out what rules between fields say about a field that is wrong by itself", () => {
  const list = Operation.make({
    provider: "shelf",
    name: "list",
    input: Schema.Struct({ names: Schema.optionalKey(Schema.Array(name)), order: Schema.optionalKey(Schema.String) }),
    output: Schema.String,
    across: () => [
      { field: "names", message: "must name a book" },
      { field: "order", message: "needs names" }
    ]
  })
  const problems = (input: object) => list.problems(input).map(({ field, message }) => `${field} ${message}`)
  expect(problems({})).toEqual(["names must name a book", "order needs names"])
  expect(problems({ names: "a" })).toEqual([
    'names must be a list in square brackets, such as [1] or ["bug"]',
    "order needs names"
  ])
  expect(problems({ names: ["A"], order: "x" })).toEqual(["names.0 must be one name of letters", "order needs names"])
})

it.each([
  [{}, []],
  [{ colour: undefined }, []],
  [{ colour: "red", size: 7 }, ["colour is not a field of this input", "size is not a field of this input"]],
  [[], [" must be an object"]],
  ["red", [" must be an object"]],
  [null, [" must be an object"]]
])("an operation without fields rejects unknown fields: %j", (input, problems) => {
  const list = Operation.make({ provider: "shelf", name: "list", input: Schema.Struct({}), output: Schema.String })
  expect(list.problems(input).map(({ field, message }) => `${field} ${message}`)).toEqual(problems)
})

it("without a field keeps its other rules and rejects the field", () => {
  const narrow = Operation.without(rename, ["pages"])
  expect(narrow.problems({ shelf: "A", book: "b", pages: 3 }).map(({ field }) => field)).toEqual(["pages", "shelf"])
  expect(narrow.problems({ shelf: "a", book: "b" }).map(({ message }) => message)).toEqual(["no change is given"])
  expect([narrow.name, narrow.output]).toEqual([rename.name, rename.output])
})

it.effect("sends nothing if a field is invalid, and names the operation", () =>
  Effect.gen(function* () {
    const requests: Array<unknown> = []
    const method = Operation.method(rename, (input) => Effect.sync(() => requests.push(input)))
    const error = yield* Effect.flip(method({ shelf: "a", book: "!" }))
    expect(error).toMatchObject({ provider: "shelf", operation: "books.rename", reason: { _tag: "Invalid" } })
    expect(requests).toEqual([])
    yield* method({ shelf: "a", book: "b", pages: 3 })
    expect(requests).toHaveLength(1)
  })
)
