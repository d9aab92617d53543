import { expect, it } from "vitest"

import { fieldsOf } from "./answer.ts"

it.each([
  ['{"access_token":"t"}', { access_token: "t" }],
  ["access_token=t&scope=a%20b&token_type=\n", { access_token: "t", scope: "a b", token_type: "" }],
  ["access_token=t&access_token=u", undefined],
  ["access_token=t&scope=a b", undefined],
  ["<html a=b>", undefined],
  ["", undefined]
])("%j is read as a JSON object or a form, or not at all", (text, fields) => expect(fieldsOf(text)).toEqual(fields))

it("a text that is almost a form is refused at once", () => {
  const start = performance.now()
  expect(fieldsOf(`a=1${"&a=1".repeat(24)} b`)).toBeUndefined()
  expect(performance.now() - start).toBeLessThan(500)
})
