/** The event that caused a run, named by the command line or by the hub or `inlay listen` that started the program. */
import { readEventId } from "@inlay/agent-plugin/Caller"
import * as Effect from "effect/Effect"

import { wrongField } from "../../hub-error.ts"
import { EVENT_ID } from "../../inbound/chains/event-variables.ts"

const MESSAGE = "must be the id of an event: 1 to 300 printable characters"

export const causingEvent = Effect.fnUntraced(function* (flag: string | undefined) {
  const text = flag ?? process.env[EVENT_ID]?.trim()
  if (text === undefined || text === "") return undefined
  const id = readEventId(text)
  const field = flag === undefined ? EVENT_ID : "--event"
  return id ?? (yield* wrongField("run", field, MESSAGE))
})
