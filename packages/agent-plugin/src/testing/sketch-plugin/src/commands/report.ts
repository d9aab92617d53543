/** `inlay sketch-report`: runs one step and draws its output as a card. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { CommandHandler } from "../../../../commands/Command.ts"
import { Runner } from "../../../../runner/Runner.ts"
import { card } from "../card.ts"
import { Report } from "../schema.ts"

const decode = Schema.decodeUnknownEffect(Report)

export const report: CommandHandler<{ readonly metric: string; readonly days: number }> = Effect.fnUntraced(function* (
  input,
  { account }
) {
  const runner = yield* Runner
  const json = yield* runner.run("sketch_run_report", input, account)
  const read = yield* Effect.orDie(decode(json))
  return { json, card: card(read, new Date(yield* Clock.currentTimeMillis).toISOString()) }
})
