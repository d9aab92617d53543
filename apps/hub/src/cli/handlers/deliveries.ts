/** `inlay deliveries`: lists deliveries to agents and has them sent again. Does not create the data directory. */
import { quotedName } from "@inlay/agent-plugin/Catalog"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { hubError, wrongField } from "../../hub-error.ts"
import { attemptsOf, page, type AttemptRow, type DeliveryRow } from "../../inbound/dispatch/deliveries.ts"
import { Outbox, type DeliveryState } from "../../inbound/dispatch/Outbox.ts"
import { replaying } from "../../inbound/services.ts"
import type { Subscription } from "../../inbound/subscriptions/Subscription.ts"
import { Subscriptions } from "../../inbound/subscriptions/Subscriptions.ts"
import { iso } from "../../iso.ts"
import { isUsed } from "../../storage/StorageLocation.ts"
import { ago } from "../../terminal/ago.ts"
import type { Screen } from "../../terminal/Screen.ts"
import { table } from "../../terminal/table.ts"
import { indentLines } from "../../terminal/wrap.ts"
import { dataDirectory } from "../data-directory.ts"
import type { Report } from "../report.ts"
import { inDatabase } from "./triggers/in-database.ts"

export interface Options {
  readonly subscription: string | undefined
  readonly state: DeliveryState | undefined
  readonly limit: number | undefined
}

export interface ReplayOptions {
  readonly ids: ReadonlyArray<string>
  /** Whether all dead ones are sent again, instead of `ids`. */
  readonly dead: boolean
  readonly subscription: string | undefined
}

const LISTED = 50
/** How many are sent again in one transaction. */
const BATCH = 1_000
const MAX_SHOWN_CHARS = 2_000

const isDirectoryUsed = Effect.flatMap(dataDirectory, isUsed)

/** The named subscription, or all of them. */
const chosen = Effect.fnUntraced(function* (operation: string, id: string | undefined) {
  const all = yield* (yield* Subscriptions).list
  const some = all.filter((one) => id === undefined || one.id === id)
  if (id === undefined || some.length > 0) return some
  return yield* hubError(operation, {
    _tag: "NotFound",
    what: "There is no subscription with that id.",
    remedy: { to: "read", text: "`inlay triggers --health --json` lists them." },
    known: all.map((one) => one.id)
  })
})

const jsonOf = (row: DeliveryRow) => ({
  id: row.id,
  subscription: row.subscription,
  trigger: row.trigger,
  account: `${row.plugin}/${row.account}`,
  state: row.state,
  why: row.why,
  attempts: row.attempts,
  createdAt: new Date(row.createdMillis).toISOString(),
  nextAt: iso(row.nextMillis ?? undefined),
  doneAt: iso(row.doneMillis ?? undefined)
})

const NEXT =
  "`inlay deliveries show <id>` shows what the receiver answered, and `inlay deliveries replay <id>` (or --dead) sends it again."

const list = (
  screen: Screen,
  rows: ReadonlyArray<DeliveryRow>,
  subscriptions: ReadonlyArray<Subscription>,
  state: DeliveryState | undefined,
  now: number
): string =>
  rows.length === 0
    ? `No ${state ?? "dead or pending"} deliveries.`
    : [
        table(
          screen,
          [
            { title: "Id", fixed: true },
            { title: "Subscription" },
            { title: "State", fixed: true },
            { title: "Tries", align: "right" },
            { title: "Made" }
          ],
          rows.map((row) => [
            { text: row.id, paint: screen.style.cyan },
            ProviderText.line(subscriptions.find(({ id }) => id === row.subscription)?.name ?? row.subscription),
            row.state === "dead" ? { text: row.state, paint: screen.style.red } : row.state,
            String(row.attempts),
            ago(row.createdMillis, now)
          ])
        ),
        "",
        screen.style.dim(indentLines(NEXT, screen.columns, 0))
      ].join("\n")

export const deliveries = Effect.fnUntraced(function* ({ subscription, state, limit = LISTED }: Options) {
  const { rows, subscriptions } = (yield* isDirectoryUsed)
    ? yield* inDatabase(
        Effect.gen(function* () {
          const all = yield* chosen("deliveries", subscription)
          const states = state === undefined ? (["dead", "pending"] as const) : [state]
          return { subscriptions: all, rows: yield* page({ subscriptions: all.map(({ id }) => id), states }, limit) }
        })
      )
    : { rows: [], subscriptions: [] }
  const now = yield* Clock.currentTimeMillis
  const report: Report = {
    ok: true,
    json: rows.map(jsonOf),
    text: (screen) => list(screen, rows, subscriptions, state, now)
  }
  return report
})

const noDelivery = (operation: string, id: string) =>
  hubError(operation, {
    _tag: "NotFound",
    what: `There is no delivery ${quotedName(id)}.`,
    remedy: { to: "read", text: "`inlay deliveries` lists those that were not delivered, and --state the others." },
    nothing: "sent"
  })

const attemptLine = ({ attempt, atMillis, status, answer }: AttemptRow): string =>
  `${attempt}  ${new Date(atMillis).toISOString()}  ${status ?? "no answer"}  ${ProviderText.line(answer, 500)}`

const showText = ({ columns, style }: Screen, row: DeliveryRow, attempts: ReadonlyArray<AttemptRow>): string =>
  [
    `${style.bold(row.id)}  ${row.state}`,
    ...(row.why === null ? [] : [indentLines(ProviderText.clean(row.why), columns, 0)]),
    ...(row.nextMillis === null ? [] : [`Next attempt at ${new Date(row.nextMillis).toISOString()}.`]),
    "",
    ...(attempts.length === 0 ? ["No attempt yet."] : attempts.map((one) => indentLines(attemptLine(one), columns, 0))),
    "",
    `${row.trigger} of ${row.plugin}/${row.account}, for ${row.subscription}`,
    ProviderText.line(row.data, MAX_SHOWN_CHARS)
  ].join("\n")

export const show = Effect.fnUntraced(function* (id: string) {
  const delivery = (yield* isDirectoryUsed)
    ? yield* inDatabase(
        Effect.gen(function* () {
          const subscriptions = (yield* chosen("deliveries show", undefined)).map((one) => one.id)
          const [row] = yield* page({ subscriptions, ids: [id] }, 1)
          return row && { row, attempts: yield* attemptsOf(id) }
        })
      )
    : undefined
  if (delivery === undefined) return yield* noDelivery("deliveries show", id)
  const { row, attempts } = delivery
  const report: Report = {
    ok: true,
    json: {
      ...jsonOf(row),
      data: JSON.parse(row.data) as unknown,
      log: attempts.map(({ atMillis, accepted, ...attempt }) => ({
        ...attempt,
        at: new Date(atMillis).toISOString(),
        delivered: accepted === 1
      }))
    },
    text: (screen) => showText(screen, row, attempts)
  }
  return report
})

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
  return yield* (yield* Outbox).replay(ids)
})

/** Sends all dead deliveries of the subscriptions again. */
const replayDead = Effect.fnUntraced(function* (subscriptions: ReadonlyArray<string>) {
  let count = 0
  let after: DeliveryRow | undefined
  do {
    const rows: ReadonlyArray<DeliveryRow> = yield* page({ subscriptions, states: ["dead"], after }, BATCH)
    count += yield* (yield* Outbox).replay(rows.map(({ id }) => id))
    after = rows.length < BATCH ? undefined : rows.at(-1)
  } while (after !== undefined)
  return count
})

export const replay = Effect.fnUntraced(function* ({ ids, dead, subscription }: ReplayOptions) {
  if (dead === ids.length > 0) {
    return yield* wrongField("deliveries replay", "--dead", "or ids of deliveries must be given, but not both")
  }
  const hasStore = yield* isDirectoryUsed
  const [first] = ids
  if (!hasStore && first !== undefined) return yield* noDelivery("deliveries replay", first)
  const { replayed, off } = hasStore
    ? yield* inDatabase(
        Effect.gen(function* () {
          const all = yield* chosen("deliveries replay", subscription)
          if (!dead) return { replayed: yield* replayNamed(all, ids), off: [] }
          const enabledIds = all.filter(({ isEnabled }) => isEnabled).map(({ id }) => id)
          const offIds = all.filter(({ isEnabled }) => !isEnabled).map(({ id }) => id)
          const left = yield* page({ subscriptions: offIds, states: ["dead"] }, BATCH)
          return { replayed: yield* replayDead(enabledIds), off: [...new Set(left.map((row) => row.subscription))] }
        }).pipe(Effect.provide(replaying))
      )
    : { replayed: 0, off: [] }
  const report: Report = {
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
  }
  return report
})
