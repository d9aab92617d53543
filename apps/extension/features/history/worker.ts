/**
 * Handles requests for an account's saved answers. Promises: nothing is sent or bought; a record is read by the plugin
 * that bought it, from what is saved; erasing an answer erases its subject, as forgetting does.
 */
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import type { AccountRef } from "../../messaging/account.ts"
import { malformed } from "../../messaging/own-failures.ts"
import type { HandlersOf } from "../../messaging/router.ts"
import { Database } from "../../vault/database/Database.ts"
import { savedAnswers, type SavedAnswer } from "../../vault/history.ts"
import { savedTargetOf } from "../enrich/subject/target-of-keys.ts"
import { PLUGIN } from "../enrich/subject/target.ts"
import * as eraseSubject from "../enrich/worker/erase-subject.ts"
import type { Lookup } from "../enrich/worker/lookup.ts"
import type { HistoryRequests, HistoryRow } from "./requests.ts"

/** Reading one answer at a time mostly waits for the database. */
const AT_ONCE = 16

/** @param onErase runs after something was erased */
export const make = Effect.fnUntraced(function* (lookup: Lookup, onErase: Effect.Effect<void>) {
  const database = yield* Database
  const erase = yield* eraseSubject.make(lookup)

  /** Returns the saved matches of an account, newest first. */
  const saved = Effect.fnUntraced(function* (ref: AccountRef) {
    if (ref.plugin !== PLUGIN) return yield* malformed
    const account = yield* lookup.connected(ref)
    const now = yield* Clock.currentTimeMillis
    return yield* savedAnswers(scopeOf({ plugin: account.plugin, name: account.account }), now).pipe(
      Effect.provideService(Database, database)
    )
  })

  const rowOf = (ref: AccountRef, { id, operation, keys }: SavedAnswer) =>
    Effect.gen(function* () {
      const target = savedTargetOf(operation, keys)
      const answer = target && (yield* lookup.readSaved(target, ref))
      if (answer?.record === undefined) return []
      const { record, outcome } = answer
      const { fetchedAt, checkedOn = null } = outcome
      return [{ id, record, fetchedAt, checkedOn }] satisfies ReadonlyArray<HistoryRow>
    })

  return {
    history: Effect.fnUntraced(function* (ref) {
      const answers = yield* saved(ref)
      const rows = yield* Effect.forEach(answers, (answer) => rowOf(ref, answer), { concurrency: AT_ONCE })
      return { rows: rows.flat() }
    }),
    eraseHistory: Effect.fnUntraced(function* ({ ids, ...ref }) {
      const chosenIds = new Set(ids)
      const answers = (yield* saved(ref)).filter(({ id }) => chosenIds.has(id))
      const total = { answers: 0, credits: 0 }
      // All at once, because each erasure reads everything that is saved.
      for (const of of ["person", "company"] as const) {
        const keys = answers.flatMap((one) =>
          (one.operation === "enrichPerson") === (of === "person") ? one.keys : []
        )
        if (keys.length === 0) continue
        const erasure = yield* erase(of, { keys })
        total.answers += erasure.answers
        total.credits += erasure.credits
      }
      yield* onErase
      return total
    })
  } satisfies HandlersOf<HistoryRequests>
})
