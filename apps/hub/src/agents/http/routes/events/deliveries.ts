/** `/api/deliveries`: lists and replays deliveries of the caller's own subscriptions. */
import { quotedName } from "@inlay/agent-plugin/Catalog"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { hubError, notThere, wrongField } from "../../../../hub-error.ts"
import { attemptsOf, deliveryView, detailsOf, page } from "../../../../inbound/dispatch/deliveries.ts"
import { Outbox } from "../../../../inbound/dispatch/Outbox.ts"
import type { Subscription } from "../../../../inbound/subscriptions/Subscription.ts"
import { Api } from "../../api/Api.ts"
import { DEFAULT_PAGE, type DeliveriesGroup } from "../../api/deliveries.ts"
import type { BodyOf, QueryOf } from "../../api/shapes.ts"
import { answering } from "../../failure.ts"
import { mayChange, mayRun, ownSubscription, ownSubscriptions } from "./subscriptions.ts"

const MAX_REPLAYED = 1_000

const wrong = (field: string, message: string) => wrongField("deliveries", field, message)

const cursorOf = (text: string) => {
  const [, event, id] = /^(\d{1,15}):(msg_[\w-]{1,40})$/.exec(text) ?? []
  return event === undefined || id === undefined
    ? Effect.fail(wrong("cursor", "must be the `next` value of a page"))
    : Effect.succeed({ eventId: Number(event), id })
}

const momentOf = (field: string, text: string | undefined) => {
  if (text === undefined) return Effect.undefined
  const millis = Date.parse(text)
  return Number.isNaN(millis)
    ? Effect.fail(wrong(field, "must be a time such as 2026-01-31T12:00:00Z"))
    : Effect.succeed<number | undefined>(millis)
}

/** The named subscription, or all that the caller may see. */
const amongOf = (subscription: string | undefined) =>
  subscription === undefined
    ? Effect.map(ownSubscriptions, (all) => all.map(({ id }) => id))
    : Effect.map(ownSubscription(subscription), ({ id }) => [id])

const list = Effect.fnUntraced(function* (query: QueryOf<typeof DeliveriesGroup, "list">) {
  const { subscription, state, cursor, limit = DEFAULT_PAGE } = query
  const rows = yield* page(
    {
      subscriptions: yield* amongOf(subscription),
      states: state && [state],
      after: cursor === undefined ? undefined : yield* cursorOf(cursor)
    },
    limit + 1
  )
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items: items.map(deliveryView),
    ...(rows.length > limit && last !== undefined && { next: `${last.eventId}:${last.id}` })
  }
})

const noDelivery = notThere("deliveries", "There is no delivery with that id.", "sent")

const find = Effect.fnUntraced(function* (id: string) {
  const [row] = yield* page({ subscriptions: yield* amongOf(undefined), ids: [id] }, 1)
  if (row === undefined) return yield* noDelivery
  return detailsOf(row, yield* attemptsOf(id))
})

/** Those of the ids that are no delivery of these subscriptions. Fails if none is one. */
const notFoundOf = Effect.fnUntraced(function* (
  subscriptions: ReadonlyArray<string>,
  ids: ReadonlyArray<string> | undefined
) {
  if (ids === undefined || ids.length === 0) return []
  const existing = new Set((yield* page({ subscriptions, ids }, MAX_REPLAYED)).map(({ id }) => id))
  return existing.size === 0 ? yield* noDelivery : ids.filter((id) => !existing.has(id))
})

const switchedOff = ({ id, name, disabledBecause }: Subscription) =>
  hubError("deliveries", {
    _tag: "Conflict",
    what: `The subscription ${quotedName(name)} (${id}) is switched off${disabledBecause === undefined ? "." : `: ${disabledBecause}`}`,
    remedy: { to: "read", text: "Switch it on, then send its deliveries again." },
    nothing: "sent"
  })

const replay = Effect.fnUntraced(function* (body: BodyOf<typeof DeliveriesGroup, "replay">) {
  const { ids, subscription, since, until, states } = body
  if (ids === undefined && (subscription === undefined || since === undefined)) {
    return yield* wrong("", "must name `ids`, or a `subscription` and `since`")
  }
  const among = yield* amongOf(subscription)
  const notFound = yield* notFoundOf(among, ids)
  const rows = yield* page(
    {
      subscriptions: among,
      ids,
      sinceMillis: yield* momentOf("since", since),
      untilMillis: yield* momentOf("until", until),
      // Delivered events are sent again only if they are named by id or by state.
      states: states ?? (ids === undefined ? ["dead"] : undefined)
    },
    MAX_REPLAYED + 1
  )
  if (rows.length > MAX_REPLAYED)
    return yield* wrong("since", `matches more than ${MAX_REPLAYED} deliveries: choose a shorter range`)
  const subscriptions = yield* ownSubscriptions
  const theirs = subscriptions.filter(({ id }) => rows.some((row) => row.subscription === id))
  yield* Effect.forEach(theirs, (one) => Effect.andThen(mayChange(one), mayRun(one)), { discard: true })
  const off = theirs.find(({ isEnabled }) => !isEnabled)
  if (off !== undefined) return yield* switchedOff(off)
  return { replayed: yield* (yield* Outbox).replay(rows.map(({ id }) => id)), notFound }
})

export const layer = HttpApiBuilder.group(Api, "deliveries", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => answering(list(query)),
    find: ({ params }) => answering(find(params.id)),
    replay: ({ payload }) => answering(replay(payload))
  })
)
