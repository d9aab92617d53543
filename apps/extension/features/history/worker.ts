/**
 * Handles requests for an account's saved answers. Promises: nothing is sent or bought; a record is read by the plugin
 * that bought it, from what is saved; erasing an answer erases its subject, as forgetting does.
 */
import * as Effect from "effect/Effect"

import type { AccountRef } from "../../messaging/account.ts"
import { malformed } from "../../messaging/own-failures.ts"
import type { HandlersOf } from "../../messaging/router.ts"
import { accountId } from "../../vault/account-id.ts"
import { Database } from "../../vault/database/Database.ts"
import { savedAnswers, type SavedAnswer } from "../../vault/history.ts"
import { savedTargetOf } from "../enrich/subject/target-of-keys.ts"
import { PLUGIN } from "../enrich/subject/target.ts"
import { makeErase } from "../enrich/worker/forget.ts"
import type { Lookup } from "../enrich/worker/lookup.ts"
import type { HistoryRequests, HistoryRow } from "./requests.ts"

/** Reading one answer at a time mostly waits for the database. */
const AT_ONCE = 16

/** How many answers a part has: reading 1,000 takes two seconds. */
const PART = 200

/** @param onErase runs after something was erased */
export const make = Effect.fnUntraced(function* (lookup: Lookup, onErase: Effect.Effect<void>) {
  const database = yield* Database
  const erase = yield* makeErase(lookup)

  /** Returns the saved matches of an account, newest first. */
  const saved = Effect.fnUntraced(function* (
    ref: AccountRef,
    isMeant: (id: string) => boolean,
    most: number,
    until?: number
  ) {
    if (ref.plugin !== PLUGIN) return yield* malformed
    yield* lookup.connected(ref)
    return yield* savedAnswers(database, accountId(ref.plugin, ref.account), isMeant, most, until)
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
    history: Effect.fnUntraced(function* ({ until, ...ref }) {
      const part = yield* saved(ref, () => true, PART, until)
      const rows = yield* Effect.forEach(part.answers, (answer) => rowOf(ref, answer), { concurrency: AT_ONCE })
      return { rows: rows.flat(), until: part.until }
    }),
    eraseHistory: Effect.fnUntraced(function* ({ ids, ...ref }) {
      const chosenIds = new Set(ids)
      const { answers } = yield* saved(ref, (id) => chosenIds.has(id), chosenIds.size)
      let count = 0
      // All at once, because each erasure reads everything that is saved.
      for (const of of ["person", "company"] as const) {
        const keys = answers.flatMap((one) =>
          (one.operation === "enrichPerson") === (of === "person") ? one.keys : []
        )
        if (keys.length === 0) continue
        count += (yield* erase(of, { keys })).answers
      }
      yield* onErase
      return { answers: count }
    })
  } satisfies HandlersOf<HistoryRequests>
})
