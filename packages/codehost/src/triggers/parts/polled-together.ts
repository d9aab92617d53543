/** One poll made of several, each with its own cursor. */
import type { Polled } from "@inlay/agent-plugin/Trigger"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import type { CodeHost } from "../../client/CodeHost.ts"

const Cursors = Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))
const readCursors = Schema.decodeUnknownOption(Cursors)

/** Combines several polls into one. Each has its own cursor. */
export const polledTogether = <D>(
  cursor: string | undefined,
  polls: Readonly<Record<string, (cursor: string | undefined) => Effect.Effect<Polled<D>, ProviderError, CodeHost>>>
): Effect.Effect<Polled<D>, ProviderError, CodeHost> => {
  const cursors = Option.getOrElse(readCursors(cursor), (): Readonly<Record<string, string>> => ({}))
  return Effect.map(
    Effect.forEach(Object.entries(polls), ([name, poll]) =>
      Effect.map(poll(cursors[name]), (result) => [name, result] as const)
    ),
    (all) => {
      const hasSkipped = all.some(([, { skipped }]) => skipped !== undefined)
      const problem = all.find(([, result]) => result.problem !== undefined)?.[1].problem
      const paces = all.flatMap(([, { nextAfterSeconds }]) => nextAfterSeconds ?? [])
      return {
        occurrences: all
          .flatMap(([, { occurrences }]) => occurrences)
          .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
        cursor: JSON.stringify(Object.fromEntries(all.map(([name, result]) => [name, result.cursor]))),
        ...(hasSkipped && { skipped: "some" as const }),
        ...(problem !== undefined && { problem }),
        ...(paces.length > 0 && { nextAfterSeconds: Math.max(...paces) })
      }
    }
  )
}
