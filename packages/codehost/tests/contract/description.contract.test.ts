// The contract test: checks the requests of the plugin and the client, and all responses of the sandbox, against
// GitHub's published OpenAPI description and GraphQL schema.
import { readFileSync } from "node:fs"

import { describe as describeSandbox } from "@inlay/codehost-sandbox"
import { assert, beforeAll, expect, it } from "vitest"

import { publishedAt, runContract, type Contract } from "./report.ts"
import { specOperations } from "./spec-operations.ts"
import { findingLines } from "./tally.ts"

let contract: Contract

beforeAll(async () => {
  contract = await runContract()
}, 120_000)

it("no request and no answer of the client differs from the description", () =>
  expect(findingLines(contract.own.tally.findings)).toEqual([]))

it("no answer of the sandbox differs from the description, for valid and invalid requests", () =>
  expect(findingLines(contract.sandbox.tally.findings)).toEqual([]))

it("the sandbox's GraphQL schema is part of the published one", () =>
  expect(findingLines(contract.schema.findings)).toEqual([]))

it("every field of it was answered, except kinds of fields that no project of the sandbox has", () =>
  expect(contract.schema.unanswered.filter((field) => !field.startsWith("ProjectV2Iteration"))).toEqual([]))

it("every call has the expected status", () => {
  expect(contract.own.surprises).toEqual([])
  expect(contract.sandbox.surprises).toEqual([])
})

// A step over an operation sends the same request as the client's method, and every method is checked.
it("every tool step with examples in the sandbox is checked", () => {
  const { examples } = describeSandbox("http://127.0.0.1:1")
  expect([...contract.own.steps].toSorted()).toEqual(Object.keys(examples).toSorted())
})

it("every method of the client is checked", () =>
  expect([...contract.own.methods].toSorted()).toEqual([...contract.own.allMethods].toSorted()))

it("every operation that the specification names is answered successfully", () => {
  const fields = new Set(
    contract.own.judgements.flatMap(({ operation, status }) => (status < 300 && operation ? [operation.id] : []))
  )
  assert.strictEqual(specOperations.length, 19)
  expect(specOperations.filter((id) => !fields.has(id))).toEqual([])
})

it("every operation of the sandbox is answered successfully", () => {
  expect(contract.sandbox.undescribed).toEqual([])
  expect(contract.sandbox.missed).toEqual([])
})

it("every kind of refusal occurred", () =>
  expect([...contract.own.tally.statuses.keys()]).toEqual(
    expect.arrayContaining([304, 401, 403, 404, 405, 409, 422, 429])
  ))

it("every exception is still needed", () =>
  expect([...contract.exceptions].filter(([, times]) => times === 0).map(([{ operation }]) => operation)).toEqual([]))

it("both descriptions have pinned versions, and the report says how old they are", () => {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8")
  const { devDependencies } = JSON.parse(manifest) as { readonly devDependencies: Readonly<Record<string, string>> }
  for (const [name, version] of [
    ["@octokit/openapi", contract.version],
    ["@octokit/graphql-schema", contract.schema.version]
  ] as const) {
    assert.strictEqual(devDependencies[name], version)
    expect(Object.keys(publishedAt)).toContain(`${name} ${version}`)
  }
})

it("no less is validated than before", () => {
  const { own, sandbox, schema } = contract
  assert.isAtLeast(own.tally.operations.size, 50)
  assert.isAtLeast(own.tally.requests, 230)
  assert.isAtLeast(sandbox.tally.operations.size, 155)
  assert.isAtLeast(sandbox.tally.answers, 900)
  // Two project queries and one mutation for each kind of owner and each draft state, and one document through API
  // Call.
  assert.isAtLeast(own.tally.documents.size, 8)
  assert.isAtLeast(own.tally.graphqlAnswers, 25)
  assert.isAtLeast(sandbox.tally.documents.size, 10)
  assert.isAtLeast(sandbox.tally.graphqlAnswers, 14)
  assert.isAtLeast(schema.parts, 350)
})
