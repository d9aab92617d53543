import { expect, it } from "vitest"

import { grace, published } from "../../tests/events.ts"
import { newWatcher } from "./new-watcher.ts"

it("has no event: what the service calls a watch is a star", () => {
  expect(newWatcher.possible.map(({ via }) => via)).toEqual(["poll"])
  for (const { name, examples } of published) {
    for (const body of examples) expect(newWatcher.match({ name, body }, grace)).toEqual([])
  }
})
