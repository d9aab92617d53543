/** Has the server send deliveries again. */
import { quotedName } from "@inlay/agent-plugin/Catalog"
import * as Effect from "effect/Effect"

import { hubError, wrongField } from "../../../hub-error.ts"
import { page, type DeliveryRow } from "../../../inbound/dispatch/deliveries.ts"
import * as Outbox from "../../../inbound/dispatch/Outbox.ts"
import type { Subscription } from "../../../inbound/subscriptions/Subscription.ts"
import { indentLines } from "../../../terminal/wrap.ts"
import { ifStored, isDirectoryUsed } from "../../data-directory.ts"
import type { Report } from "../../report.ts"
import { inDatabase } from "../triggers/in-database.ts"
import { noDelivery, subscriptionsOf } from "./lookup.ts"

export interface Options {
  readonly ids: ReadonlyArray<string>
  /** Whether all dead ones are sent again, instead of `ids`. */
  readonly dead: boolean
  readonly subscription: string | undefined
}

/** How many are sent again in one transaction. */
const BATCH = 1_000

const switchedOff = ({ id, name, disabledBecause = "" }: Subscription) =>
  hubError("deliveries replay", {
    _tag: "Conflict",
    what: `The subscription ${quotedName(name)} (${id}) is switched off. ${disabledBecause}`.trim(),
    remedy: { to: "read", text: "Switch it on in the console, then send its deliveries again." },
    nothing: "sent"
  })

/** Sends the named deliveries again. */
const replayNamed = Effect.fnUntraced(function* (all: ReadonlyArray<Subscription>, ids: ReadonlyArray<string>) {
  const rows = yield* page({ subscriptions: all.map(({ id }) => id), ids }, ids.length)
  const missing = ids.find((id) => !rows.some((row) => row.id === id))
  if (missing !== undefined) return yield* noDelivery("deliveries replay", missing)
  const off = all.find(({ id, isEnabled }) => !isEnabled && rows.some(({ subscription }) => subscription === id))
  if (off !== undefined) return yield* switchedOff(off)
  return yield* (yield* Outbox.Outbox).replay(ids)
})

/** Sends all dead deliveries of the subscriptions again. */
const replayDead = Effect.fnUntraced(function* (subscriptions: ReadonlyArray<string>) {
  let count = 0
  let after: DeliveryRow | undefined
  do {
    const rows: ReadonlyArray<DeliveryRow> = yield* page({ subscriptions, states: ["dead"], after }, BATCH)
    count += yield* (yield* Outbox.Outbox).replay(rows.map(({ id }) => id))
    after = rows.length < BATCH ? undefined : rows.at(-1)
  } while (after !== undefined)
  return count
})

export const replay = Effect.fnUntraced(function* ({ ids, dead, subscription }: Options) {
  if (dead === ids.length > 0) {
    return yield* wrongField("deliveries replay", "--dead", "or ids of deliveries must be given, but not both")
  }
  const [first] = ids
  if (first !== undefined && !(yield* isDirectoryUsed)) return yield* noDelivery("deliveries replay", first)
  const replaying = Effect.gen(function* () {
    const all = yield* subscriptionsOf("deliveries replay", subscription)
    if (!dead) return { replayed: yield* replayNamed(all, ids), off: [] }
    const enabledIds = all.filter(({ isEnabled }) => isEnabled).map(({ id }) => id)
    const offIds = all.filter(({ isEnabled }) => !isEnabled).map(({ id }) => id)
    const deadRows = yield* page({ subscriptions: offIds, states: ["dead"] }, BATCH)
    return { replayed: yield* replayDead(enabledIds), off: [...new Set(deadRows.map((row) => row.subscription))] }
  }).pipe(Effect.provide(Outbox.layer))
  const { replayed, off } = yield* ifStored(inDatabase(replaying), { replayed: 0, off: [] })
  return {
    ok: true,
    json: { replayed, switchedOff: off },
    text: ({ columns }) =>
      [
        `${replayed} ${replayed === 1 ? "delivery is" : "deliveries are"} sent again.`,
        ...(off.length === 0
          ? []
          : [
              indentLines(
                `Nothing of what is switched off: ${off.join(", ")}. Switch it on in the console.`,
                columns,
                0
              )
            ])
      ].join("\n")
  } satisfies Report
})
