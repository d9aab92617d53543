import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

import { fieldErrorsOf } from "./FieldErrors.ts"

const Input = Schema.Struct({
  number: Schema.String.check(Schema.isMinCodePoints(4)),
  state: Schema.Literals(["open", "closed"]),
  count: Schema.Int
})

it.each([
  [{ state: "open", count: 1 }, "number: is required"],
  [{ number: "AB", state: "open", count: 1 }, "number: must be a string with at least 4 characters"],
  [{ number: "ABCD", state: "shut", count: 1 }, 'state: must be "open" or "closed"'],
  [{ number: 7, state: "open", count: 1 }, "number: must be a string"]
])("%j: %s", (input, sentence) => {
  const result = Schema.decodeUnknownResult(Input)(input)
  const errors = Result.isFailure(result) ? fieldErrorsOf(result.failure) : []
  expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual([sentence])
})
