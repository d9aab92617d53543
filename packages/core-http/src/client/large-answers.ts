/** Answers of more than a megabyte, read in pieces: other work runs in between, and values are held to a limit of memory. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import type { Reason } from "../errors/ProviderError.ts"
import { isLarge, parseLarge, type Problem } from "../json/large-json.ts"
import type { Redactor } from "../redaction/Redaction.ts"
import { inTurns } from "../time/turns.ts"
import type { TransportResponse } from "../transport/Transport.ts"
import type { LargeAnswers, Parsed } from "./parts.ts"
import { MAX_JSON_DEPTH, noJson, rawText, tooDeep, withoutKeys } from "./reading.ts"

/** What an answer's values may take in memory, as a multiple of the bytes that it may have itself. */
const MEMORY_A_BYTE = 2.5

const TOO_MUCH: Reason = {
  _tag: "Decode",
  what: "The answer holds too many values to be kept in memory.",
  remedy: { to: "askForLess" }
}

const unread = (problem: Problem, response: TransportResponse, echoes: Redactor): Parsed => {
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

export const largeAnswers: LargeAnswers = {
  isLarge,
  text: (text, echoes) =>
    Effect.map(
      inTurns<string, never>(() => echoes.longText(text)),
      Result.succeed
    ),
  json: (response, maxBytes, echoes) =>
    Effect.matchEffect(
      parseLarge(
        response.text,
        { maxLevels: MAX_JSON_DEPTH, maxBytes: maxBytes * MEMORY_A_BYTE },
        { value: (value, text) => withoutKeys(value, text, echoes), string: echoes.longText }
      ),
      {
        onSuccess: (body) => Effect.succeed(Result.succeed(body)),
        onFailure: (problem) => Effect.succeed(unread(problem, response, echoes))
      }
    )
}
