/**
 * `inlay triggers orphans`: lists hooks at the services that send to a hub which does not know them, and removes them.
 */
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import {
  findOrphans,
  orphanView,
  removeOrphan,
  shownUrl,
  unreadView,
  type Orphan
} from "../../../inbound/sources/orphans.ts"
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

const warning = ({ columns, style }: Screen, text: string): string =>
  style.yellow(indentLines(ProviderText.clean(text), columns, 0))

const unreadLines = ({ unread }: Listing, screen: Screen) =>
  unread.map(({ plugin, account, place, problem }) =>
    warning(screen, `${plugin}/${account}, ${place} cannot be read: ${problem}`)
  )

/** Removes a hook. Returns whether it was removed, or why it cannot be: one that stays keeps no other. */
const removalOf = (base: string, one: Orphan) =>
  removeOrphan(base, one, one.id).pipe(
    Effect.map((isRemoved) => ({ one, isRemoved, problem: undefined })),
    Effect.catchTag("ProviderError", ({ message }) => Effect.succeed({ one, isRemoved: false, problem: message }))
  )

type Removal = Effect.Success<ReturnType<typeof removalOf>>

const removalText = (screen: Screen, listing: Listing, removals: ReadonlyArray<Removal>): string =>
  [
    `${removals.filter(({ isRemoved }) => isRemoved).length} of ${listing.orphans.length} removed.`,
    ...removals.flatMap(({ one: { plugin, account, place, id }, problem }) =>
      problem === undefined
        ? []
        : [warning(screen, `${plugin}/${account}, ${place}: ${id} cannot be removed: ${problem}`)]
    ),
    ...unreadLines(listing, screen)
  ].join("\n")

const listText = (screen: Screen, listing: Listing): string =>
  [
    ...(listing.orphans.length === 0
      ? [`No orphaned hooks${listing.unread.length === 0 ? "" : " at the places that could be read"}.`]
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
  const { listing, removals } = yield* inDatabase(
    Effect.gen(function* () {
      const before = yield* findOrphans(base, () => true)
      const unwanted = remove ? before.orphans.filter(({ isOwn }) => isOwn || all) : []
      return { listing: before, removals: yield* Effect.forEach(unwanted, (one) => removalOf(base, one)) }
    })
  )
  const removalByOrphan = new Map(removals.map((removal) => [removal.one, removal]))
  return {
    ok: listing.unread.length === 0 && removals.every(({ problem }) => problem === undefined),
    json: {
      orphans: listing.orphans.map((one) => ({
        ...orphanView(one),
        removed: removalByOrphan.get(one)?.isRemoved ?? false,
        problem: removalByOrphan.get(one)?.problem ?? null
      })),
      unread: listing.unread.map(unreadView)
    },
    text: (screen) => (remove ? removalText(screen, listing, removals) : listText(screen, listing))
  } satisfies Report
})
