/** Resolves what a request for a subscription names, as far as its principal may use it: trigger, account and target. */
import { Accounts, scopeOf } from "@inlay/agent-plugin/Accounts"
import { quotedName } from "@inlay/agent-plugin/Catalog"
import { wayInWords, type Trigger, type Way } from "@inlay/agent-plugin/Trigger"
import { nearest } from "@inlay/core-http/nearest"
import * as Effect from "effect/Effect"

import { mayUseAccount, type Principal } from "../../../principals/Principal.ts"
import { accountsOf } from "../../../principals/reach.ts"
import { Connections, type ConnectedAccount } from "../../connections.ts"
import { allowedWays } from "../../sources/plan.ts"
import { failure, wrong } from "./fields.ts"
import type { SubscriptionRequest } from "./SubscriptionRequest.ts"

const unknownName = (what: string, known: ReadonlyArray<string>) =>
  failure({ _tag: "NotFound", what, known, remedy: { to: "chooseName", names: known }, nothing: "stored" })

/** Finds a trigger among the plugins that the principal may use. */
const triggerOf = Effect.fnUntraced(function* (id: string, principal: Principal) {
  const { plugins } = yield* Connections
  const own = plugins.filter((one) => principal.grant.plugins?.includes(one.id) !== false)
  for (const plugin of own) {
    const trigger = plugin.triggers.find((one) => one.id === id)
    if (trigger !== undefined) return { plugin, trigger }
  }
  const ids = own.flatMap(({ triggers }) => triggers.map((one) => one.id))
  return yield* unknownName(`There is no trigger ${quotedName(id)}.`, nearest(id, ids))
})

/** Finds an account by `plugin/name` if the principal may use it. */
export const accountOf = Effect.fnUntraced(function* (scope: string, principal: Principal, pluginId?: string) {
  const at = scope.indexOf("/")
  const accountName = { plugin: scope.slice(0, Math.max(0, at)), name: scope.slice(at + 1) }
  if (at < 1 || accountName.name === "")
    return yield* wrong("account", "must be <plugin>/<name>, as `inlay accounts` lists it")
  if (pluginId !== undefined && accountName.plugin !== pluginId) {
    return yield* wrong("account", `must be an account of ${pluginId}, which has this trigger`)
  }
  if (!mayUseAccount(principal, accountName)) {
    const own = yield* accountsOf(yield* Accounts, principal).list
    const scopes = own.filter(({ plugin }) => pluginId === undefined || plugin === pluginId).map(scopeOf)
    return yield* unknownName(`There is no account ${quotedName(scope)}.`, nearest(scope, scopes))
  }
  return yield* (yield* Connections).find({ plugin: accountName.plugin, account: accountName.name })
})

/** The account of the trigger's plugin, as `plugin/name`, if the principal may use exactly one. */
export const onlyAccountOf = Effect.fnUntraced(function* (trigger: string, principal: Principal) {
  const { plugin } = yield* triggerOf(trigger, principal)
  return scopeOf(yield* accountsOf(yield* Accounts, principal).find(plugin))
})

const needsInWords = (ways: ReadonlyArray<Way>): string =>
  ways.flatMap((way) => (way.via === "retired" || way.needs.length === 0 ? [] : [way.needs.join(", ")])).join("; or ")

/** Why the events cannot arrive, and what to do. */
const noWay = (ways: ReadonlyArray<Way>, possible: ReadonlyArray<Way>): readonly [string, string] => {
  const retirement = ways.find((way) => way.via === "retired")
  if (retirement !== undefined) {
    return [`The service has had no such events since ${retirement.since}.`, `Use ${retirement.use} instead.`]
  }
  return ways.length > 0
    ? [
        "Its events arrive only by webhook, and a caller that only reads may not have one created.",
        "Use a token that may write."
      ]
    : [
        "No delivery method is available for its events: the account's rights or settings allow none.",
        `Give the account what one of the methods needs (${needsInWords(possible)}), or use another account.`
      ]
}

/** The ways by which the events can arrive, in words. Fails if there is none. */
const waysOf = Effect.fnUntraced(function* (
  trigger: Trigger<never>,
  target: unknown,
  { connection }: ConnectedAccount,
  pollsOnly: boolean
) {
  const ways = trigger.ways(target, yield* connection.watcher)
  const usable = allowedWays({ pollsOnly }, ways).filter(({ via }) => via !== "retired")
  if (usable.length > 0) return usable.map(wayInWords)
  const [what, text] = noWay(ways, trigger.possible)
  return yield* failure({
    _tag: "Refused",
    guard: "restriction",
    what,
    remedy: { to: "read", text },
    nothing: "stored"
  })
})

/** Resolves trigger, account, target and filters, as far as the principal may use them. */
export const resolveRequest = Effect.fnUntraced(function* (
  request: Pick<SubscriptionRequest, "trigger" | "account" | "target" | "filters">,
  principal: Principal
) {
  const { plugin, trigger } = yield* triggerOf(request.trigger, principal)
  const { target, filters } = yield* Effect.fromResult(
    trigger.read({ target: request.target, ...(request.filters !== undefined && { filters: request.filters }) })
  )
  const connected = yield* accountOf(request.account, principal, plugin.id)
  return {
    plugin,
    trigger,
    target,
    filters,
    connected,
    ways: yield* waysOf(trigger, target, connected, principal.grant.readOnly)
  }
})

/**
 * Fails if the target does not exist at its service, or the account may not read it: one free call. If the service
 * cannot be reached now, the subscription's health reports the problem later.
 */
export const checkTarget = ({
  trigger,
  target,
  connected
}: Pick<ResolvedRequest, "trigger" | "target" | "connected">) =>
  connected.connection
    .check(trigger.id, target)
    .pipe(Effect.catch((error) => (error.isRetryable ? Effect.void : Effect.fail(error))))

type ResolvedRequest = Effect.Success<ReturnType<typeof resolveRequest>>
