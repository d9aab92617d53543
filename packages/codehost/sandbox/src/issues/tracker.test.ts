import { expect, it } from "vitest"

import { repositoryNamed } from "../repositories/repositories.ts"
import { makeWorld } from "../seed-world.ts"
import { changeText } from "./changes.ts"
import { placeAt } from "./trackers.ts"

it("sorts thousands of issues once, and again only after a change", () => {
  const world = makeWorld({ issues: 5000 })
  const place = placeAt(world, repositoryNamed(world, "acme/widgets"))
  const { tracker } = place
  const byUpdate = tracker.ordered("updated")
  expect(tracker.ordered("updated")).toBe(byUpdate)
  const issue = tracker.find(20)
  if (issue === undefined) throw new Error("there is no issue 20")
  changeText(place, issue, { actorId: 1, at: "2026-12-01T09:00:00Z" }, { title: "Changed" })
  expect(tracker.ordered("updated").at(-1)).toBe(issue)
  expect(tracker.issues.filter(({ pull, state }) => pull === undefined && state === "open")).toHaveLength(5000)
  const times = tracker.issues.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted())
})
