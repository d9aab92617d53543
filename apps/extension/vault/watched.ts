/**
 * Stores the repositories that this browser polls by itself, each with the position of the last poll and the events
 * seen.
 */
import * as Effect from "effect/Effect"

import type { RepositoryRef, Seen, Watched } from "../features/repository/requests.ts"
import {
  hasFields,
  isBoolean,
  isCount,
  isList,
  isNullable,
  isNumberIn,
  isOneOf,
  isOptional,
  isRecord,
  isText
} from "../messaging/shape.ts"
import { Database } from "./database/Database.ts"
import { put } from "./database/requests.ts"

export interface WatchedRecord extends RepositoryRef {
  /** Newest first. */
  readonly seen: ReadonlyArray<Seen>
  /** How many of them the user has not looked at. */
  readonly unread: number
  /**
   * By list: the position where the next poll continues, the ETag of the last read, and how often polls since then could
   * not read all that is new, as `poll.ts` counts it.
   */
  readonly lists: Readonly<
    Record<
      string,
      { readonly newest: string; readonly etag?: string | undefined; readonly failures?: number | undefined }
    >
  >
  /** ISO 8601. */
  readonly polledAt: string | null
  /** How many requests the last poll took. */
  readonly requests?: number | undefined
  /** Requests per hour that the service allows the account, and the seconds that it asks to wait between two polls. */
  readonly limit: number
  readonly restSeconds: number
  /** Whether the last poll failed. */
  readonly isFailing: boolean
  /** Why the last poll could read nothing. */
  readonly unreachable?: Watched["unreachable"]
}

const PREFIX = "watched."

const isRecordOf = hasFields<WatchedRecord>({
  plugin: isText,
  account: isText,
  owner: isText,
  repo: isText,
  seen: isList(
    hasFields<Seen>({
      id: isText,
      kind: isOneOf(["issue", "pullRequest", "runFailed", "mention"]),
      title: isText,
      number: isCount,
      by: isText,
      url: isText,
      at: isText
    })
  ),
  unread: isCount,
  lists: isRecord(hasFields({ newest: isText, etag: isOptional(isText), failures: isOptional(isCount) })),
  polledAt: isNullable(isText),
  requests: isOptional(isCount),
  limit: isNumberIn(1, 1e9),
  restSeconds: isNumberIn(0, 1e6),
  isFailing: isBoolean,
  unreachable: isOptional(isOneOf(["noAccess", "moved", "denied"]))
})

/** What a watched repository is stored under, in whichever case its page names it. */
export const keyOf = ({ plugin, account, owner, repo }: RepositoryRef): string =>
  `${PREFIX}${plugin}/${account}/${owner}/${repo}`.toLowerCase()

export const watchedRepositories = Effect.map(Database, ({ read, write }) => ({
  list: read<ReadonlyArray<WatchedRecord>>("watched.read", "preferences", (preferences, give) => {
    const range = IDBKeyRange.bound(PREFIX, `${PREFIX}\uFFFF`)
    const request: IDBRequest<Array<unknown>> = preferences.getAll(range)
    request.onsuccess = () => give(request.result.filter(isRecordOf))
  }),
  save: (record: WatchedRecord) => write("watched.save", "preferences", put(record, keyOf(record))),
  remove: (ref: RepositoryRef) =>
    write<void>("watched.remove", "preferences", (preferences, give) => {
      preferences.delete(keyOf(ref))
      give()
    })
}))
