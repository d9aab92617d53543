/**
 * Handles requests for the note about a tab's subject. Promises: nothing is sent; a note belongs only to the subject
 * that the user saw.
 */
import * as Effect from "effect/Effect"

import type { HandlersOf } from "../../messaging/router.ts"
import { Steps } from "../../providers/Steps.ts"
import { noteStore } from "../../vault/notes.ts"
import type { TabSubject } from "../enrich/requests.ts"
import { PLUGIN } from "../enrich/subject/target.ts"
import type { Lookup } from "../enrich/worker/lookup.ts"
import type { NoteRequests } from "./requests.ts"

export const make = Effect.fnUntraced(function* (lookup: Lookup) {
  const steps = yield* Steps
  const notes = yield* noteStore

  /** The keys of the person or company that the tab shows. */
  const keysOf = Effect.fnUntraced(function* (tabSubject: TabSubject) {
    const { target } = yield* lookup.subjectInTab(tabSubject)
    const { profilenet_url, domain } = target.input
    return steps.traceOf(PLUGIN, profilenet_url ?? domain ?? "")?.keys ?? []
  })

  const handlers: HandlersOf<NoteRequests> = {
    note: Effect.fnUntraced(function* (tabSubject) {
      const keys = yield* keysOf(tabSubject)
      const text = yield* notes.read(keys)
      return { text }
    }),
    saveNote: Effect.fnUntraced(function* ({ text, ...tabSubject }) {
      const keys = yield* keysOf(tabSubject)
      yield* notes.save(keys, text.trim())
      return { text: text.trim() }
    })
  }
  return handlers
})
