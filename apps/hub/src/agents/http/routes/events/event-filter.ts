/** The filters of `GET /api/events`. A misspelt one is refused: it would select every event, or none for ever. */
import { Accounts, scopeOf } from "@inlay/agent-plugin/Accounts"
import { quotedName } from "@inlay/agent-plugin/Catalog"
import { nearest } from "@inlay/core-http/nearest"
import { invalid } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { unknownName } from "../../../../hub-error.ts"
import { Connections } from "../../../../inbound/connections.ts"
import { accountIdOf } from "../../../../inbound/events/event-accounts.ts"
import type { Event } from "../../../../inbound/events/Events.ts"
import { mayUseAccount, type Principal } from "../../../../principals/Principal.ts"
import { accountsOf } from "../../../../principals/reach.ts"

/** Selects events. An absent field does not filter. */
export interface EventFilter {
  readonly trigger?: string | undefined
  /** `plugin/name`. */
  readonly account?: string | undefined
  readonly place?: string | undefined
}

const KEYS = ["cursor", "trigger", "account", "place"]

/** Reads the filters of a query. Fails if one is unknown, or names what does not exist for the principal. */
export const filterOf = Effect.fnUntraced(function* (query: URLSearchParams, principal: Principal) {
  const unknown = [...new Set(query.keys())].filter((key) => !KEYS.includes(key))
  if (unknown.length > 0) {
    const message = `is not a parameter: they are ${KEYS.join(", ")}`
    return yield* invalid(
      "inlay",
      "events",
      unknown.map((key) => ({ field: `query ${key.slice(0, 40)}`, message }))
    )
  }
  const filter: EventFilter = {
    trigger: query.get("trigger") ?? undefined,
    account: query.get("account") ?? undefined,
    place: query.get("place") ?? undefined
  }
  const { trigger, account } = filter
  if (trigger !== undefined) {
    const { plugins } = yield* Connections
    const own = plugins.filter(({ id }) => principal.grant.plugins?.includes(id) !== false)
    const ids = own.flatMap(({ triggers }) => triggers.map(({ id }) => id))
    if (!ids.includes(trigger))
      return yield* unknownName("events", `There is no trigger ${quotedName(trigger)}.`, nearest(trigger, ids))
  }
  if (account !== undefined) {
    const scopes = (yield* accountsOf(yield* Accounts, principal).list).map(scopeOf)
    if (!scopes.includes(account))
      return yield* unknownName("events", `There is no account ${quotedName(account)}.`, nearest(account, scopes))
  }
  return filter
})

/** Whether a principal may see an event, and the filter selects it. */
export const isSelected = (principal: Principal, filter: EventFilter, event: Event): boolean =>
  mayUseAccount(principal, { plugin: event.plugin, name: event.account }) &&
  (filter.trigger === undefined || filter.trigger === event.trigger) &&
  (filter.account === undefined || filter.account === accountIdOf(event)) &&
  (filter.place === undefined || event.places.includes(filter.place))
