import * as Trigger from "@inlay/agent-plugin/Trigger"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** What is taken from the event's body; a body without it is not this trigger's. */
const Body = Schema.Struct({
  action: Schema.Literal("created"),
  record: Schema.Struct({ id: Schema.String, name: Schema.String, created_at: Schema.String })
})

const decode = Schema.decodeUnknownOption(Body)

export const newEvent = Trigger.make({
  id: "starter_new_event",
  title: "New Event",
  category: "Records",
  description: "Edit this sentence: agents read here what has happened when the trigger fires.",
  delivery: { via: "webhook", events: ["new_event"], needs: [] },
  output: Schema.Struct({ id: Schema.String, name: Schema.String, createdAt: Schema.String }),
  match: ({ name, body }) =>
    name === "new_event"
      ? Option.toArray(decode(body)).map(({ record }) => ({
          id: record.id,
          name: record.name,
          createdAt: record.created_at
        }))
      : [],
  key: ({ id }) => `new_event ${id}`,
  fixture: "events/new-event"
})
