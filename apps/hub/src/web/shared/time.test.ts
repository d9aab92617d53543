import { expect, it } from "vitest"

import { lasting } from "./time.ts"

it.each([
  [0, "0 ms"],
  [99.4, "99 ms"],
  [400, "0.4 s"],
  [9_949, "9.9 s"],
  [12_300, "12 s"],
  [59_700, "1 min 0 s"],
  [119_700, "2 min 0 s"],
  [125_000, "2 min 5 s"]
])("a duration of %d ms is %s", (millis, words) => expect(lasting(millis)).toBe(words))
