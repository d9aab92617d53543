/**
 * Contract test: validates every request of the client and every response of the sandbox against the service's official
 * messages.
 */
import { beforeAll, expect, it } from "vitest"

import { routes } from "../protocol/requests.ts"
import { drive, type Driven } from "./drive.ts"
import { contractText, findingsOf, operationsOf, releases, statusesOf } from "./report.ts"
import { scenarios } from "./scenario.ts"

let driven: Driven
beforeAll(async () => {
  driven = await drive(scenarios)
}, 60_000)

it("every request and answer matches its message", () => expect(findingsOf(driven)).toEqual([]))

it("every call has the expected status", () => expect(driven.surprises).toEqual([]))

it("every operation of both services is sent by the client and answered successfully", () =>
  expect(routes.filter((route) => !operationsOf(driven.own).has(route))).toEqual([]))

it("every method of the client is used", () =>
  expect([...driven.methods].toSorted()).toEqual([...driven.allMethods].toSorted()))

it("every tool step that the sandbox has an example of is run", () => {
  expect(driven.examples.length).toBeGreaterThan(0)
  expect(driven.examples.filter((id) => !driven.steps.has(id))).toEqual([])
})

it("every kind of refusal occurs", () =>
  expect([...statusesOf([...driven.own, ...driven.wrong]).keys()]).toEqual([
    200, 400, 401, 403, 404, 409, 429, 500, 503
  ]))

it("the messages have pinned versions, which the report names", () => {
  for (const release of releases) {
    expect(release).toMatch(/ \d+\.\d+\.\d+$/)
    expect(contractText(driven)).toContain(release)
  }
})

it("enough exchanges are validated", () => {
  expect(driven.own.length).toBeGreaterThanOrEqual(60)
  expect(driven.wrong.length).toBeGreaterThanOrEqual(17)
  expect(driven.steps.size).toBeGreaterThanOrEqual(6)
})
