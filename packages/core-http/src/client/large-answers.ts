/**
 * Reads answers of more than a megabyte in pieces, so that other work can run in between, and limits the memory of
 * their values.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import type { Reason } from "../errors/ProviderError.ts"
import { isLarge, parseLarge, type Problem } from "../json/large-json.ts"
import type { Redactor } from "../redaction/Redaction.ts"
import { inTurns } from "../time/turns.ts"
import type { TransportResponse } from "../transport/Transport.ts"
import type { LargeAnswers, ParsedBody } from "./parts.ts"
import { MAX_JSON_DEPTH, noJson, rawText, tooDeep, withoutKeys } from "./reading.ts"

/** The memory that an answer's values may take, as a multiple of the answer's size limit. */
const MEMORY_A_BYTE = 2.5

const TOO_MUCH: Reason = {
  _tag: "Decode",
  what: "The response has too many values to keep in memory.",
  remedy: { to: "askForLess" }
}

const unread = (problem: Problem, response: TransportResponse, echoes: Redactor): ParsedBody => {
  switch (problem) {
    case "empty":
      return Result.succeed(null)
    case "syntax":
      return noJson(response, echoes)
    case "depth":
      return tooDeep(response, echoes)
    case "memory":
      return Result.fail({ reason: TOO_MUCH, raw: rawText(response.text, echoes) })
  }
}

/** How many characters to search at once. */
const CHARS_AT_ONCE = 65_536

/**
 * Searches many texts at once, joined by JSON punctuation, so that a match that spans two texts is in neither of them.
 */
function* withoutKeysIn(texts: ReadonlyArray<string>, echoes: Redactor): Generator<void, ReadonlyArray<string>> {
  const clean: Array<string> = []
  let next: Array<string> = []
  let chars = 0
  const look = () => {
    for (const text of echoes.isClean(next.join('","')) ? next : echoes.json(next)) clean.push(text)
    next = []
    chars = 0
  }
  for (const text of texts) {
    next.push(text)
    chars += text.length
    if (chars < CHARS_AT_ONCE) continue
    look()
    yield
  }
  look()
  return clean
}

export const largeAnswers: LargeAnswers = {
  isLarge,
  mayBeSeparate: (echoes) => !echoes.mayBeNumber,
  withList: (judged, list, echoes) =>
    Effect.gen(function* () {
      const answer = Effect.isEffect(judged) ? yield* judged : judged
      if (Result.isFailure(answer)) return answer
      const texts = yield* inTurns<ReadonlyArray<string>, never>(() => withoutKeysIn(list.texts, echoes))
      return Result.succeed({ ...answer.success, list: list.build(texts) })
    }),
  text: (text, echoes) =>
    Effect.map(
      inTurns<string, never>(() => echoes.longText(text)),
      Result.succeed
    ),
  json: (response, maxBytes, echoes) =>
    Effect.match(
      parseLarge(
        response.text,
        { maxLevels: MAX_JSON_DEPTH, maxBytes: maxBytes * MEMORY_A_BYTE },
        { value: (value, text) => withoutKeys(value, text, echoes), string: echoes.longText }
      ),
      {
        onSuccess: (body): ParsedBody => Result.succeed(body),
        onFailure: (problem) => unread(problem, response, echoes)
      }
    )
}
