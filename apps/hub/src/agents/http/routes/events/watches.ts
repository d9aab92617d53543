/** `/api/watches`: listening to events without a subscription. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { hubError } from "../../../../hub-error.ts"
import { accountIdOf } from "../../../../inbound/events/event-accounts.ts"
import { Inbound } from "../../../../inbound/Inbound.ts"
import { checkTarget, onlyAccountOf, resolveRequest } from "../../../../inbound/subscriptions/request/resolving.ts"
import { MAX_WATCHES, Watches } from "../../../../inbound/subscriptions/Watches.ts"
import { CurrentPrincipal } from "../../../run-as/CurrentPrincipal.ts"
import { Api } from "../../api/Api.ts"
import type { BodyOf } from "../../api/shapes.ts"
import type { WatchesGroup } from "../../api/watches.ts"
import { answering } from "../../failure.ts"

const tooMany = hubError("watches", {
  _tag: "QuotaExhausted",
  what: `This caller watches ${MAX_WATCHES} targets of the account already, and may watch no more.`,
  remedy: { to: "read", text: "Stop watching others: a watch ends three minutes after it was last renewed." },
  nothing: "stored"
})

const keep = Effect.fnUntraced(function* (request: BodyOf<typeof WatchesGroup, "keep">) {
  const principal = yield* CurrentPrincipal
  const account = request.account ?? (yield* onlyAccountOf(request.trigger, principal))
  const resolved = yield* resolveRequest({ ...request, account }, principal)
  const { plugin, trigger, target, connected, ways } = resolved
  const place = trigger.place(target)
  const ref = { plugin: plugin.id, account: connected.account.name }
  const watched = { ...ref, trigger: trigger.id, target, place, pollsOnly: principal.grant.readOnly }
  const watches = yield* Watches
  // One call to the service, which is repeated every minute otherwise.
  if (!(yield* watches.isKept(watched, principal.id))) yield* checkTarget(resolved)
  const result = yield* watches.keep(watched, principal.id)
  if (result === "tooMany") return yield* tooMany
  if (result === "new") yield* (yield* Inbound).replan
  return { account: accountIdOf(ref), place, ways }
})

export const layer = HttpApiBuilder.group(Api, "watches", (handlers) =>
  handlers.handleAll({ keep: ({ payload }) => answering(keep(payload)) })
)
