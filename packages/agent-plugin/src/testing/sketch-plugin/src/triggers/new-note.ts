import * as Schema from "effect/Schema"

import * as Trigger from "../../../../triggers/Trigger.ts"
import { Note } from "../schema.ts"
import { inEvent, placeOf, since, target } from "./notes.ts"

const HOOK = { via: "webhook", events: ["note.created"], needs: ["notes.write"], expectedDelaySeconds: 5 } as const
const POLL = { via: "poll", source: "notes", needs: [], expectedDelaySeconds: 60 } as const

export const newNote = Trigger.make({
  id: "sketch_new_note",
  title: "New Note",
  category: "Notes",
  description: "Somebody has written a note at the property.",
  possible: [HOOK, POLL],
  fixture: "new-note",
  target,
  filters: Schema.Struct({ author: Schema.optionalKey(Schema.String) }),
  output: Note,
  place: placeOf,
  // Accounts that may not create hooks are polled.
  ways: (where, { scopes }) => (scopes.includes("notes.write") ? [{ ...HOOK, place: placeOf(where) }, POLL] : [POLL]),
  match: inEvent,
  poll: ({ property }, cursor) => since(property, cursor),
  accepts: ({ author }, { actor }) =>
    author === undefined || author === actor || `The note is by ${actor ?? "nobody"}, not by ${author}.`
})
