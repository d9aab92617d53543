import { expect, it } from "vitest"

import { grace } from "../../tests/events.ts"
import { newGist } from "./new-gist.ts"

it("has no webhook: the account's own gists or another user's public ones are polled", () => {
  expect(newGist.ways({}, grace).map(({ via }) => via)).toEqual(["poll"])
  expect(newGist.place({})).toBe("user")
  expect(newGist.place({ username: "Ada" })).toBe("users/ada")
})
