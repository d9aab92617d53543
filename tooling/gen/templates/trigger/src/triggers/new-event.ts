import * as Trigger from "@inlay/agent-plugin/Trigger"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { StarterClient } from "../client/StarterClient.ts"

/** What the service lists, oldest first. Other fields of a record are not read. */
const Records = Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String, created_at: Schema.String }))

const decode = Schema.decodeUnknownEffect(Records)

const unreadable = () =>
  new ProviderError({
    provider: "starter",
    operation: "starter_new_event",
    reason: {
      _tag: "Decode",
      what: "The list of records is not as documented.",
      remedy: { to: "checkAddress", of: "base", unchanged: "serviceChanged" }
    }
  })

export const newEvent = Trigger.make({
  id: "starter_new_event",
  title: "New Event",
  category: "Records",
  description: "Edit this sentence: agents read here what has happened when the trigger fires.",
  possible: [{ via: "poll", needs: [], expectedDelaySeconds: 60 }],
  fixture: "events/new-event",
  target: Schema.Struct({ folder: Schema.String.check(Schema.isPattern(/^\d{1,12}$/)) }),
  filters: Schema.Struct({ name: Schema.optionalKey(Schema.String) }),
  output: Schema.Struct({ id: Schema.Int, name: Schema.String }),
  accepts: (filters, { data }) =>
    filters.name === undefined || filters.name === data.name || `The record is ${data.name}, not ${filters.name}.`,
  place: ({ folder }) => `folders/${folder}`,
  poll: ({ folder }, cursor) =>
    Effect.gen(function* () {
      const client = yield* StarterClient
      const endpoint = `SLASHfolders/${folder}/records`
      const { body } = yield* client.call({ operation: "starter_new_event", method: "GET", endpoint })
      const records = yield* Effect.mapError(decode(body), unreadable)
      const after = cursor === undefined ? Number.POSITIVE_INFINITY : Number(cursor)
      return {
        cursor: String(Math.max(Number(cursor ?? 0), ...records.map(({ id }) => id))),
        occurrences: records
          .filter(({ id }) => id > after)
          .map(({ created_at, id, name }) => ({ key: `new_event ${folder}/${id}`, at: created_at, data: { id, name } }))
      }
    })
})
