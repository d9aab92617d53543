// The contract: what we send and what the sandbox answers, held to GitHub's published description.
import { readFileSync } from "node:fs"

import { assert, beforeAll, expect, it } from "vitest"

import { plugin } from "../../src/plugin.ts"
import { publishedAt, runContract, type Contract } from "./report.ts"
import { specOperations } from "./spec-operations.ts"
import { findingLines } from "./tally.ts"

let contract: Contract

beforeAll(async () => {
  contract = await runContract()
}, 120_000)

it("nothing that we send differs from the description, and nothing that we are answered", () =>
  expect(findingLines(contract.own.tally.findings)).toEqual([]))

it("no answer of the sandbox differs from the description, to good requests and bad", () =>
  expect(findingLines(contract.sandbox.tally.findings)).toEqual([]))

it("every call comes to what it should", () => {
  expect(contract.own.surprises).toEqual([])
  expect(contract.sandbox.surprises).toEqual([])
})

it("every tool step is held to it", () =>
  expect([...contract.own.steps].toSorted()).toEqual(plugin.toolSteps.map(({ id }) => id).toSorted()))

it("so is every method of the client", () =>
  expect([...contract.own.methods].toSorted()).toEqual([...contract.own.allMethods].toSorted()))

it("and every operation that the specification names, answered well", () => {
  const answered = new Set(
    contract.own.judgements.flatMap(({ operation, status }) => (status < 300 && operation ? [operation.id] : []))
  )
  assert.strictEqual(specOperations.length, 19)
  expect(specOperations.filter((id) => !answered.has(id))).toEqual([])
})

it("so is every operation of the sandbox, answered well", () => {
  expect(contract.sandbox.undescribed).toEqual(["POST /graphql"])
  expect(contract.sandbox.missed).toEqual(contract.sandbox.undescribed)
})

it("every kind of refusal was met", () =>
  expect([...contract.own.tally.statuses.keys()]).toEqual(
    expect.arrayContaining([304, 401, 403, 404, 405, 409, 422, 429])
  ))

it("no exception outlives its reason", () =>
  expect([...contract.exceptions].filter(([, times]) => times === 0).map(([{ operation }]) => operation)).toEqual([]))

it("the description is of a pinned version, and the report says how old it is", () => {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8")
  const { devDependencies } = JSON.parse(manifest) as { readonly devDependencies: Readonly<Record<string, string>> }
  assert.strictEqual(devDependencies["@octokit/openapi"], contract.version)
  assert.property(publishedAt, contract.version)
})

it("no less is validated than before", () => {
  const { own, sandbox } = contract
  assert.isAtLeast(own.tally.operations.size, 50)
  assert.isAtLeast(own.tally.requests, 230)
  assert.isAtLeast(sandbox.tally.operations.size, 155)
  assert.isAtLeast(sandbox.tally.answers, 900)
})
