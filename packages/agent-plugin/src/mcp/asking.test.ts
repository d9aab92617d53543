import { expect, it } from "vitest"

import { canAsk } from "./asking.ts"

it.each([
  [undefined, false],
  [{}, false],
  [{ elicitation: {} }, true],
  [{ elicitation: { form: {} } }, true],
  [{ elicitation: { form: {}, url: {} } }, true],
  [{ elicitation: { url: {} } }, false]
])("a client with the capabilities %j can show a form: %s", (capabilities, can) => {
  expect(canAsk(capabilities)).toBe(can)
})
