import { expect, it } from "vitest"

import { controlOf, inputOf, propertiesOf } from "./schema.ts"

it.each([
  [{ type: "string" }, { as: "text" }],
  [{ type: ["string", "null"] }, { as: "text" }],
  [{ type: "integer" }, { as: "number", isWhole: true }],
  [{ type: "number" }, { as: "number", isWhole: false }],
  [{ type: "boolean" }, { as: "boolean" }],
  [{ enum: ["open", "closed", null] }, { as: "choice", values: ["open", "closed"] }],
  [{ anyOf: [{ const: 1 }, { const: 2 }] }, { as: "choice", values: [1, 2] }],
  [{ anyOf: [{ type: "integer" }, { type: "null" }] }, { as: "number", isWhole: true }],
  [{ anyOf: [{ type: "string" }, { type: "object" }] }, { as: "json" }],
  [{ type: "array", items: { type: "string" } }, { as: "list" }],
  [{ anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] }, { as: "list" }],
  [{ type: "array", items: { type: "object" } }, { as: "json" }],
  [{ type: "object" }, { as: "json" }],
  [{}, { as: "json" }]
])("%j is drawn as %j", (schema, control) => {
  expect(controlOf(schema)).toEqual(control)
})

const schema = {
  type: "object",
  properties: {
    limit: { type: "integer" },
    owner: { $ref: "#/$defs/Owner" },
    labels: { type: "array", items: { type: "string" } },
    draft: { type: "boolean" },
    body: { type: "object" },
    state: { enum: [1, "all"] }
  },
  required: ["owner"],
  $defs: { Owner: { type: "string", description: "Who owns it" } }
}

it("asks for what is needed first, and follows references", () => {
  const [first] = propertiesOf(schema)
  expect(first).toEqual({ name: "owner", control: { as: "text" }, isRequired: true, help: "Who owns it" })
})

it("makes an input of what was typed, and leaves out what was not", () => {
  const texts = { owner: "acme", limit: " 5 ", labels: "bug\n\n to do ", draft: "false", body: '{"a":[1]}', state: "1" }
  expect(inputOf(propertiesOf(schema), texts)).toEqual({
    input: { owner: "acme", limit: 5, labels: ["bug", "to do"], draft: false, body: { a: [1] }, state: 1 },
    problems: {}
  })
  expect(inputOf(propertiesOf(schema), { owner: "acme" }).input).toEqual({ owner: "acme" })
})

it("says every field that is wrong at once", () => {
  const { problems } = inputOf(propertiesOf(schema), { owner: " ", limit: "1.5", body: "{" })
  expect(Object.keys(problems).toSorted()).toEqual(["body", "limit", "owner"])
})
