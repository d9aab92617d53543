/** `/api/hooks`: the hooks that services send events to. Only for callers that manage the hub. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Redacted from "effect/Redacted"

import { hubError, notThere } from "../../../../hub-error.ts"
import { accountIdOf } from "../../../../inbound/events/event-accounts.ts"
import { OTHER_HUB, signingSecret } from "../../../../inbound/forwarded-events.ts"
import type { Hook } from "../../../../inbound/hook-rows.ts"
import { Hooks } from "../../../../inbound/hooks.ts"
import { Inbound } from "../../../../inbound/Inbound.ts"
import { findOrphans, orphanView, removeOrphan, unreadView } from "../../../../inbound/sources/orphans.ts"
import { removeHook } from "../../../../inbound/sources/remove-hook.ts"
import { accountOf } from "../../../../inbound/subscriptions/request/resolving.ts"
import { mayUseAccount } from "../../../../principals/Principal.ts"
import { ServedAt } from "../../../../serving/ServedAt.ts"
import { manager } from "../../../run-as/CurrentPrincipal.ts"
import { Api } from "../../api/Api.ts"
import type { HooksGroup } from "../../api/hooks.ts"
import type { BodyOf } from "../../api/shapes.ts"
import { answering } from "../../failure.ts"

const MAX_PLACE_CHARS = 300

const view = (address: ServedAt["Service"], one: Hook) => ({
  id: one.id,
  account: accountIdOf(one),
  place: one.place,
  url: `${address.url}/webhooks/${one.id}`,
  createdAt: new Date(one.createdMillis).toISOString(),
  problem: one.problem ?? null
})

const secretText = (place: string, secret: Redacted.Redacted): string =>
  place === OTHER_HUB ? signingSecret(secret) : Redacted.value(secret)

const noHook = notThere("hooks", "There is no hook with that id.")

const create = Effect.fnUntraced(function* ({ account: scope, place }: BodyOf<typeof HooksGroup, "create">) {
  const principal = yield* manager("hooks")
  const { plugin, account } = yield* accountOf(scope, principal)
  const isOtherHub = place === OTHER_HUB
  const hasNone = plugin.webhooks === undefined && !isOtherHub
  if (hasNone || place === "" || place.length > MAX_PLACE_CHARS) {
    const message = hasNone
      ? `must be an account whose service sends webhooks; ${plugin.title} sends none`
      : "must be a place as the plugin names them, such as repos/acme/widgets"
    return yield* hubError("hooks", {
      _tag: "Invalid",
      what: "No hook can be created.",
      remedy: { to: "correctInput" },
      fields: [{ field: hasNone ? "account" : "place", message }],
      nothing: "stored"
    })
  }
  const at = { plugin: plugin.id, account: account.name, place: place.toLowerCase() }
  const { hook, secret } = yield* (yield* Hooks).provide(at, "byHand")
  return { ...view(yield* ServedAt, hook), secret: secretText(hook.place, secret) }
})

const list = Effect.gen(function* () {
  yield* manager("hooks")
  const address = yield* ServedAt
  return { hooks: (yield* (yield* Hooks).list).map((one) => view(address, one)) }
})

const rotate = Effect.fnUntraced(function* (id: string) {
  yield* manager("hooks")
  const hooks = yield* Hooks
  const place = (yield* hooks.find(id))?.place
  const secret = yield* hooks.rotate(id)
  if (secret === undefined || place === undefined) return yield* noHook
  // If the hub created the hook at the service, this updates the secret there.
  yield* (yield* Inbound).replan
  return { secret: secretText(place, secret) }
})

const remove = Effect.fnUntraced(function* (id: string) {
  yield* manager("hooks")
  const hook = (yield* (yield* Hooks).list).find((one) => one.id === id)
  if (hook === undefined || !(yield* removeHook(hook))) return yield* noHook
  // If a subscription needs it, another one is created.
  yield* (yield* Inbound).replan
})

const orphans = Effect.gen(function* () {
  const principal = yield* manager("hooks")
  const { url } = yield* ServedAt
  const all = yield* findOrphans(url, ({ plugin, account }) => mayUseAccount(principal, { plugin, name: account }))
  return { orphans: all.orphans.map(orphanView), unread: all.unread.map(unreadView) }
})

const noOrphan = notThere("hooks", "There is no orphaned hook with that id at that place.")

const removeOrphaned = Effect.fnUntraced(function* (orphan: BodyOf<typeof HooksGroup, "removeOrphan">) {
  const principal = yield* manager("hooks")
  const { plugin, account } = yield* accountOf(orphan.account, principal)
  const { url } = yield* ServedAt
  const at = { plugin: plugin.id, account: account.name, place: orphan.place }
  if (!(yield* removeOrphan(url, at, orphan.id))) return yield* noOrphan
})

export const layer = HttpApiBuilder.group(Api, "hooks", (handlers) =>
  handlers.handleAll({
    list: () => answering(list),
    orphans: () => answering(orphans),
    removeOrphan: ({ payload }) => answering(removeOrphaned(payload)),
    create: ({ payload }) => answering(create(payload)),
    rotate: ({ params }) => answering(rotate(params.id)),
    remove: ({ params }) => answering(remove(params.id))
  })
)
