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
  [{ anyOf: [{ type: "integer" }, { type: "string" }] }, { as: "text", takesNumbers: true }],
  [
    { type: "array", items: { type: "string" } },
    { as: "list", of: { as: "text" } }
  ],
  [
    { type: "array", items: { type: "number" } },
    { as: "list", of: { as: "number", isWhole: false } }
  ],
  [
    { type: "array", items: { enum: ["a", "b"] } },
    { as: "choices", values: ["a", "b"] }
  ],
  [{ anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] }, { as: "list", of: { as: "text" } }],
  [
    { anyOf: [{ type: "integer" }, { type: "array", items: { type: "integer" } }] },
    { as: "list", of: { as: "number", isWhole: true } }
  ],
  [
    { anyOf: [{ enum: ["a", "b"] }, { type: "array", items: { enum: ["a", "b"] } }] },
    { as: "choices", values: ["a", "b"] }
  ],
  [{ anyOf: [{ enum: ["a", "b"] }, { type: "array", items: { enum: ["c"] } }] }, { as: "json" }],
  [{ anyOf: [{ type: "string" }, { type: "array", items: { type: "integer" } }] }, { as: "json" }],
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
    state: { enum: [1, "all"] },
    workflow: { anyOf: [{ type: "integer" }, { type: "string" }] },
    numbers: { type: "array", items: { type: "integer" } },
    outcomes: { type: "array", items: { enum: ["failed", "cancelled"] } }
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

it("makes numbers of what may be a number or a text, and lists of lines and of choices", () => {
  const texts = { owner: "acme", workflow: " ci.yml ", numbers: "7\n\n12", outcomes: "failed\ncancelled" }
  const input = { owner: "acme", workflow: "ci.yml", numbers: [7, 12], outcomes: ["failed", "cancelled"] }
  expect(inputOf(propertiesOf(schema), texts)).toEqual({ input, problems: {} })
  expect(inputOf(propertiesOf(schema), { ...texts, workflow: "161335" }).input).toEqual({ ...input, workflow: 161335 })
  // A stored value that the tool has no longer is left out.
  expect(inputOf(propertiesOf(schema), { ...texts, outcomes: "failed\nskipped" }).input).toMatchObject({
    outcomes: ["failed"]
  })
})

it("says every field that is wrong at once", () => {
  const { problems } = inputOf(propertiesOf(schema), { owner: " ", limit: "1.5", body: "{", numbers: "7\nx" })
  expect(Object.keys(problems).toSorted()).toEqual(["body", "limit", "numbers", "owner"])
})

it("takes a value that may contain itself as JSON", () => {
  const root = {
    type: "object",
    properties: { value: { $ref: "#/$defs/Value" }, list: { type: "array", items: { $ref: "#/$defs/List" } } },
    $defs: {
      Value: { anyOf: [{ type: "string" }, { type: "array", items: { $ref: "#/$defs/Value" } }] },
      List: { type: "array", items: { $ref: "#/$defs/List" } }
    }
  }
  expect(propertiesOf(root).map(({ control }) => control)).toEqual([{ as: "json" }, { as: "json" }])
})
