/**
 * Stores which notifications the user wants and which have been shown. It is one record, changed as a whole, so that
 * two changes never mix.
 */
import * as Effect from "effect/Effect"

import { hasFields, isList, isMaybe, isNullable, isText } from "../messaging/shape.ts"
import { chosenShape, type ChosenTrigger } from "../messaging/trigger-place.ts"
import { Database } from "./database/Database.ts"

export interface NotificationRecord {
  readonly chosen: ReadonlyArray<ChosenTrigger>
  /** The token id of the hub pairing that the triggers belong to; `null` if no hub is paired. */
  readonly tokenId: string | null
  /** The hub of that pairing. Absent in records of earlier versions. */
  readonly hubId?: string | null | undefined
  /** The last event of the hub that has been looked at; `null` if the next look starts from the present. */
  readonly cursor: string | null
  /** Ids of the events that were shown last. */
  readonly shown: ReadonlyArray<string>
}

const NONE: NotificationRecord = { chosen: [], tokenId: null, cursor: null, shown: [] }
const KEY = "notifications"

const isRecord = hasFields<NotificationRecord>({
  chosen: isList(hasFields<ChosenTrigger>(chosenShape)),
  tokenId: isNullable(isText),
  hubId: isMaybe(isText),
  cursor: isNullable(isText),
  shown: isList(isText)
})

export const notificationStore = Effect.map(Database, ({ write }) => ({
  /**
   * Changes the record in one transaction. A damaged record counts as empty, so that nothing is shown that nobody asked
   * for.
   */
  change: (change: (record: NotificationRecord) => NotificationRecord) =>
    write<{ readonly before: NotificationRecord; readonly after: NotificationRecord }>(
      "notifications",
      "preferences",
      (preferences, give) => {
        const request: IDBRequest<unknown> = preferences.get(KEY)
        request.onsuccess = () => {
          const before = isRecord(request.result) ? request.result : NONE
          const after = change(before)
          if (after !== before) preferences.put(after, KEY)
          give({ before, after })
        }
      }
    )
}))
