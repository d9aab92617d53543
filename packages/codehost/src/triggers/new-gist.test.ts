import { expect, it } from "vitest"

import { grace } from "../../tests/events.ts"
import { newGist } from "./new-gist.ts"

it("has no hook: the account's own gists are polled, or another user's public ones", () => {
  expect(newGist.ways({}, grace).map(({ via }) => via)).toEqual(["poll"])
  expect(newGist.place({})).toBe("user")
  expect(newGist.place({ username: "Ada" })).toBe("users/ada")
})
