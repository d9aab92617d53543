// Damaged answers: each parses as `JSON.parse` parses it, or is not JSON, with the same result in one go and in pieces.
import { deepStrictEqual } from "node:assert"

import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { damaged, inTime, numbers, randomJson } from "../testing/fuzz.ts"
import { parseLarge } from "./large-json.ts"
import { parseJson } from "./parse.ts"

/** `INLAY_FUZZ` in `pnpm test:full` makes this ten times as many. */
const INPUTS = Number(process.env["INLAY_FUZZ"] ?? 3_000)
const LIMITS = { maxLevels: 256, maxBytes: 64 * 1024 * 1024 }
const WORDS = ["id", "name", "items", "12345678901234567890", "a\\b", 'say "so"', "emoji 😀", "line\nend"]
const LONG = ["12345678901234567890", "-9007199254740993", "1e400", "0.1234567890123456789", "1E-400"]

const read = (text: string): Result.Result<unknown, "syntax"> => {
  try {
    return Result.succeed(parseJson(text, LIMITS.maxLevels))
  } catch (error) {
    assert.instanceOf(error, SyntaxError)
    return Result.fail("syntax")
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

it.live(
  "a damaged response is read as it is, or is not JSON",
  () =>
    Effect.gen(function* () {
      const next = numbers(1)
      for (let n = 0; n < INPUTS; n++) {
        const whole = JSON.stringify(randomJson(next, WORDS)) ?? "null"
        const text = damaged(next, next(3) === 0 ? whole.replace(/\d+/, LONG[next(LONG.length)] ?? "1") : whole)
        const value = inTime(text, () => read(text))
        assert.strictEqual(Result.isSuccess(value), isJson(text), text)
        const pieces = yield* Effect.result(
          parseLarge(text, LIMITS, {
            value: (part) => part,
            // oxlint-disable-next-line require-yield -- nothing is looked for here
            string: function* (part) {
              return part
            }
          })
        )
        if (Result.isSuccess(value)) deepStrictEqual(pieces, value, text)
        else assert.isTrue(Result.isFailure(pieces), text)
      }
    }),
  120_000
)
