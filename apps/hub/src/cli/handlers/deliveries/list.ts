/** Lists deliveries to agents. Sends nothing. */
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { deliveryView, page, type DeliveryRow } from "../../../inbound/dispatch/deliveries.ts"
import type { DeliveryState } from "../../../inbound/dispatch/Outbox.ts"
import type { Subscription } from "../../../inbound/subscriptions/Subscription.ts"
import { ago } from "../../../terminal/ago.ts"
import type { Screen } from "../../../terminal/Screen.ts"
import { table } from "../../../terminal/table.ts"
import { indentLines } from "../../../terminal/wrap.ts"
import { ifStored } from "../../data-directory.ts"
import type { Report } from "../../report.ts"
import { inDatabase } from "../triggers/in-database.ts"
import { subscriptionsOf } from "./lookup.ts"
import { STATE_WORDS } from "./state-words.ts"

export interface Options {
  readonly subscription: string | undefined
  readonly state: DeliveryState | undefined
  readonly limit: number | undefined
}

const LISTED = 50

const NEXT =
  "`inlay deliveries show <id>` shows what the receiver answered, and `inlay deliveries replay <id>` (or --dead, of all that were given up) sends it again."

interface Listed extends Pick<Options, "state"> {
  readonly hasMore: boolean
  readonly most: number
  readonly now: number
}

const listText = (
  screen: Screen,
  rows: ReadonlyArray<DeliveryRow>,
  subscriptions: ReadonlyArray<Subscription>,
  { state, hasMore, most, now }: Listed
): string =>
  rows.length === 0
    ? `No deliveries are ${state === undefined ? "waiting or given up" : STATE_WORDS[state]}.`
    : [
        table(
          screen,
          [
            { title: "Id", fixed: true },
            { title: "Subscription" },
            { title: "State", fixed: true },
            { title: "Tries", align: "right" },
            { title: "Made", fixed: true }
          ],
          rows.map((row) => [
            { text: row.id, paint: screen.style.cyan },
            ProviderText.line(subscriptions.find(({ id }) => id === row.subscription)?.name ?? row.subscription),
            row.state === "dead" ? { text: STATE_WORDS.dead, paint: screen.style.red } : STATE_WORDS[row.state],
            String(row.attempts),
            ago(row.createdMillis, now)
          ])
        ),
        "",
        ...(hasMore ? [`Older ones are not listed: --limit lists up to ${most.toLocaleString("en-US")}.`] : []),
        screen.style.dim(indentLines(NEXT, screen.columns, 0))
      ].join("\n")

/** @param most how many may be listed */
export const list = Effect.fnUntraced(function* ({ subscription, state, limit = LISTED }: Options, most: number) {
  const listing = Effect.gen(function* () {
    const all = yield* subscriptionsOf("deliveries", subscription)
    const states = state === undefined ? (["dead", "pending"] as const) : [state]
    return { subscriptions: all, rows: yield* page({ subscriptions: all.map(({ id }) => id), states }, limit + 1) }
  })
  const result = yield* ifStored(inDatabase(listing), { rows: [], subscriptions: [] })
  const rows = result.rows.slice(0, limit)
  const hasMore = result.rows.length > limit
  const now = yield* Clock.currentTimeMillis
  return {
    ok: true,
    json: rows.map(deliveryView),
    text: (screen) => listText(screen, rows, result.subscriptions, { state, hasMore, most, now })
  } satisfies Report
})
