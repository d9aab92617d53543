import { expect, it } from "vitest"

import { grace, published } from "../../tests/events.ts"
import { newWatcher } from "./new-watcher.ts"

it("has no webhook event: the service's `watch` event is a star", () => {
  expect(newWatcher.possible.map(({ via }) => via)).toEqual(["poll"])
  for (const { name, examples } of published) {
    for (const body of examples) expect(newWatcher.match({ name, body }, grace)).toEqual([])
  }
})
