import { expect, it } from "vitest"

import { alteredMatch } from "../../tests/events.ts"
import { newFork } from "./new-fork.ts"

const match = alteredMatch(newFork, "new-fork")

it("names the fork and who made it", () => {
  expect(match()).toMatchObject([{ actor: "ada", data: { repository: "acme/widgets", fork: "ada/widgets" } }])
})

it("is identified by the fork, whatever name the repository has", () => {
  const [renamed] = match({ repository: { full_name: "acme/gears" } })
  expect(renamed.key).toBe(match()[0].key)
  expect(match({ forkee: { id: 602 } })[0].key).not.toBe(renamed.key)
})

it("names who made a fork for an organization", () =>
  expect(match({ forkee: { owner: { login: "acme-labs" } }, sender: { login: "agent" } })[0].actor).toBe("agent"))
