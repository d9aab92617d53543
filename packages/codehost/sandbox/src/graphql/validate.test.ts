import { expect, it } from "vitest"

import { startFor } from "../testing/bench.ts"
import { error, makeAsk } from "./testing.ts"

const ask = makeAsk(startFor())

it.each<[string, string, string]>([
  ["{ viewer { login shoeSize } }", "undefinedField", "shoeSize"],
  ["{ viewer }", "selectionMismatch", "viewer"],
  ["{ viewer { login { x } } }", "selectionMismatch", "login"],
  ["{ viewer(id: 1) { login } }", "argumentNotAccepted", "id"],
  ["{ organization { id } }", "missingRequiredArguments", "login"],
  ["{ user(login: 3) { id } }", "argumentLiteralsIncompatible", "String"],
  ["{ viewer { ... on Planet { id } } }", "undefinedType", "Planet"],
  ["{ viewer { ... on Issue { id } } }", "cannotSpreadFragment", "Issue"],
  ["{ viewer { ...Gone } }", "useAndDefineFragment", "Gone"],
  ["{ viewer { id } } fragment Idle on User { id }", "useAndDefineFragment", "Idle"],
  ["{ viewer { ...A } } fragment A on User { ...A }", "infiniteLoop", "A"],
  ["{ viewer { id: login id } }", "fieldConflict", "id"],
  ["query ($x: ID!) { viewer { id } }", "variableNotUsed", "$x"],
  ["query Q { user(login: $who) { id } }", "variableNotDefined", "$who"],
  ["query ($who: String) { user(login: $who) { id } }", "variableMismatch", "$who"],
  ["query ($who: User!) { user(login: $who) { id } }", "variableRequiresValidType", "User"],
  [
    'mutation { updateProjectV2ItemFieldValue(input: { projectId: "x" }) { clientMutationId } }',
    "argumentLiteralsIncompatible",
    "UpdateProjectV2ItemFieldValueInput"
  ]
])("refuses %s before anything runs", async (query, code, fragment) => {
  const { body, status } = await ask(query)
  expect(status).toBe(200)
  expect(body).toEqual({
    errors: expect.arrayContaining([
      {
        extensions: { code },
        locations: expect.arrayContaining([{ line: 1, column: expect.any(Number) }]),
        message: expect.stringContaining(fragment)
      }
    ])
  })
})

const ids = { projectId: "a", itemId: "b", fieldId: "c" }

it.each([
  [{}, "$input"],
  [{ input: ids }, "value"],
  [{ input: { ...ids, value: {}, color: "red" } }, "color"],
  [{ input: { ...ids, value: { number: "3" } } }, "value.number"],
  [{ input: { ...ids, value: { date: "2026-02-28T09:00:00Z" } } }, "value.date"],
  [{ input: "text" }, "text"]
])("refuses the variables %j", async (variables, fragment) => {
  const query = `mutation ($input: UpdateProjectV2ItemFieldValueInput!) {
    updateProjectV2ItemFieldValue(input: $input) { clientMutationId } }`
  const { body, status } = await ask(query, variables)
  expect(status).toBe(200)
  expect(body).toEqual({
    errors: [{ locations: [{ line: 1, column: 11 }], message: expect.stringContaining(fragment) }]
  })
})

it("reports the position of an error in a document", async () => {
  const { body, status } = await ask("{ viewer { login }")
  expect([status, body]).toEqual([
    200,
    { errors: [{ locations: [{ line: 1, column: 19 }], message: expect.stringContaining("Syntax Error") }] }
  ])
  expect(error(await ask(""))).toMatchObject({ locations: [{ line: 1, column: 1 }] })
})
