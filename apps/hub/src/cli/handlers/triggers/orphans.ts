/**
 * `inlay triggers orphans`: lists hooks at the services that send to a hub which does not know them, and removes them.
 */
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import { findOrphans, removeOrphan, shownUrl } from "../../../inbound/sources/orphans.ts"
import { servingAddress } from "../../../serving/one-server.ts"
import { CurrentDatabase } from "../../../storage/postgres/address.ts"
import { isUsed } from "../../../storage/StorageLocation.ts"
import type { Screen } from "../../../terminal/Screen.ts"
import { table } from "../../../terminal/table.ts"
import { indentLines } from "../../../terminal/wrap.ts"
import { dataDirectory } from "../../data-directory.ts"
import { readHubAddress } from "../../input/hub-address.ts"
import type { Report } from "../../report.ts"
import { inDatabase } from "./in-database.ts"

export interface Options {
  /** Whether to remove them. */
  readonly remove: boolean
  /** Includes hooks at other addresses, which may belong to another hub. */
  readonly all: boolean
  /** The hub's address, as services reach it. */
  readonly url: string | undefined
}

/** Used if the hub's address is unknown: every hook then counts as possibly another hub's. */
const NOWHERE = "http://unknown.invalid"

type Listing = Effect.Success<ReturnType<typeof findOrphans>>

const unreadLines = ({ unread }: Listing, { columns, style }: Screen) =>
  unread.map(({ plugin, account, place, problem }) =>
    style.yellow(
      indentLines(`${plugin}/${account}, ${place} cannot be read: ${ProviderText.clean(problem)}`, columns, 0)
    )
  )

const listText = (screen: Screen, listing: Listing): string =>
  [
    ...(listing.orphans.length === 0
      ? ["No orphaned hooks."]
      : [
          table(
            screen,
            [{ title: "Place" }, { title: "Id", fixed: true }, { title: "Sends to" }, { title: "Whose" }],
            listing.orphans.map(({ place, id, url, isOwn }) => [
              ProviderText.line(place),
              ProviderText.line(id),
              ProviderText.line(shownUrl(url)),
              isOwn ? "this hub's" : "perhaps another hub's"
            ])
          ),
          "",
          indentLines(
            "--remove removes this hub's; with --all those at other addresses too. --url names this hub's address.",
            screen.columns,
            0
          )
        ]),
    ...unreadLines(listing, screen)
  ].join("\n")

export const orphans = Effect.fnUntraced(function* ({ remove, all, url }: Options) {
  const directory = yield* dataDirectory
  const urlFlag = yield* readHubAddress("triggers orphans", url)
  const isFile = (yield* CurrentDatabase) === undefined
  const servedAddress =
    urlFlag === undefined && isFile && (yield* isUsed(directory)) ? yield* servingAddress(directory) : undefined
  const base = urlFlag?.origin ?? servedAddress ?? NOWHERE
  const { listing, removed } = yield* inDatabase(
    Effect.gen(function* () {
      const before = yield* findOrphans(base, () => true)
      const removals = remove ? before.orphans.filter(({ isOwn }) => isOwn || all) : []
      const results = yield* Effect.forEach(removals, (one) =>
        Effect.map(removeOrphan(base, one, one.id), (isGone) => (isGone ? [one] : []))
      )
      return { listing: before, removed: results.flat() }
    })
  )
  const report: Report = {
    ok: true,
    json: {
      orphans: listing.orphans.map(({ plugin, account, place, id, url: to, events, isActive, isOwn }) => ({
        account: `${plugin}/${account}`,
        place,
        id,
        url: shownUrl(to),
        events,
        active: isActive,
        ownAddress: isOwn,
        removed: removed.some((one) => one.id === id && one.place === place)
      })),
      unread: listing.unread.map(({ plugin, account, place, problem }) => ({
        account: `${plugin}/${account}`,
        place,
        problem
      }))
    },
    text: (screen) =>
      remove
        ? [`${removed.length} of ${listing.orphans.length} removed.`, ...unreadLines(listing, screen)].join("\n")
        : listText(screen, listing)
  }
  return report
})
