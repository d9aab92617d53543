/**
 * Finds deliveries in a data directory that were accepted but not read, because their server stopped, or that cannot be
 * read at all.
 */
import { problemOf, type Problem } from "@inlay/agent-plugin/Account"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { lookInto } from "../../../inbound/receive/journal/journal.ts"
import { servingAddress } from "../../../serving/one-server.ts"
import { CurrentDatabase } from "../../../storage/postgres/address.ts"
import * as StorageLocation from "../../../storage/StorageLocation.ts"

/** The beginning of a sentence. */
export const deliveriesInWords = (count: number): string =>
  `${count} deliver${count === 1 ? "y was" : "ies were"} received but not processed`

const elsewhere = (directory: string, unread: number): Problem => ({
  what: `${deliveriesInWords(unread)}: the server that received ${unread === 1 ? "it" : "them"} used ${directory}, not a database.`,
  remedy: {
    to: "read",
    text: "Run `inlay serve` once without --database and INLAY_DATABASE, or copy the whole directory with `inlay migrate`."
  }
})

const damage = (paths: ReadonlyArray<string>): Problem => ({
  what: `${paths.length} unreadable deliver${paths.length === 1 ? "y" : "ies"}, kept as ${ProviderText.line(paths[0] ?? "", 300)}${paths.length === 1 ? "" : " and beside it"}.`,
  remedy: {
    to: "read",
    text: "Check in the service's delivery log what it sent at that time, have it sent again, and delete the files."
  }
})

export const examineDeliveries = Effect.fnUntraced(function* (directory: string) {
  const hasDatabase = (yield* CurrentDatabase) !== undefined
  const contents = yield* Effect.result(StorageLocation.orUnusable(directory)(lookInto(directory)))
  if (Result.isFailure(contents)) return { unread: 0, problems: [problemOf(contents.failure)] }
  const { unread, damaged } = contents.success
  const isRead = unread === 0 || (yield* Effect.orElseSucceed(servingAddress(directory), () => undefined)) !== undefined
  return {
    /** They wait for a server to start. A running server reads them at once. */
    unread: isRead ? 0 : unread,
    problems: [
      ...(hasDatabase && !isRead ? [elsewhere(directory, unread)] : []),
      ...(damaged.length > 0 ? [damage(damaged)] : [])
    ]
  }
})
