/** Reads notes for both triggers: from the service's events, and from its list. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import type { Occurrence, ServiceEvent } from "../../../../triggers/Trigger.ts"
import { decoded, Sketch } from "../client/Sketch.ts"
import { Note } from "../schema.ts"

export const target = Schema.Struct({ property: Schema.String.check(Schema.isPattern(/^\d{1,12}$/)) })

export const placeOf = ({ property }: (typeof target)["Type"]): string => `properties/${property}`

type NoteOccurrence = Occurrence<(typeof Note)["Encoded"]>

const occurrenceOf = (note: (typeof Note)["Type"]): NoteOccurrence => ({
  key: `note ${note.property}/${note.id}`,
  at: note.created_at,
  data: note,
  actor: note.author,
  causes: [note.id]
})

const decode = Schema.decodeUnknownOption(Schema.Struct({ note: Note }))

/** The note in an event, if it has one. */
export const inEvent = ({ name, body }: ServiceEvent): ReadonlyArray<NoteOccurrence> =>
  name === "note.created" ? Option.toArray(decode(body)).map(({ note }) => occurrenceOf(note)) : []

const Notes = Schema.Struct({
  notes: Schema.Array(Note),
  latest: Schema.String,
  poll_after: Schema.optionalKey(Schema.Finite)
})

/** Returns the notes after a cursor. Without a cursor, returns only the list's current end. */
export const since = Effect.fnUntraced(function* (property: string, cursor: string | undefined) {
  const { admin } = yield* Sketch
  const query = cursor === undefined ? "limit=0" : `after=${encodeURIComponent(cursor)}`
  const answer = yield* admin.call({
    operation: "notes.list",
    method: "GET",
    endpoint: `v1/properties/${property}/notes?${query}`
  })
  const { notes, latest, poll_after } = yield* decoded("notes.list", Notes)(answer)
  return {
    occurrences: cursor === undefined ? [] : notes.map(occurrenceOf),
    cursor: latest,
    ...(poll_after !== undefined && { nextAfterSeconds: poll_after })
  }
})
