/**
 * Validates a request for a subscription before anything is stored: trigger, account, target, filters and destination.
 */
import { lookup } from "node:dns/promises"

import { Accounts, scopeOf } from "@inlay/agent-plugin/Accounts"
import { quotedName } from "@inlay/agent-plugin/Catalog"
import { wayInWords, type Trigger, type Way } from "@inlay/agent-plugin/Trigger"
import { nearest } from "@inlay/core-http/nearest"
import type { ProviderError, Reason } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { Addresses } from "../../accounts/Addresses.ts"
import { isMetadataAddress } from "../../accounts/public-address.ts"
import { mayUseAccount, type Principal } from "../../callers/Principal.ts"
import { accountsOf } from "../../callers/reach.ts"
import { hubError, wrongField } from "../../hub-error.ts"
import { allowedWays } from "../arrival/plan.ts"
import { Connections, type ConnectedAccount } from "../connections.ts"
import { Commands } from "../dispatch/Commands.ts"
import { destinationText, isRedacted, type Destination } from "../dispatch/destination.ts"
import { IN_ORDER } from "../dispatch/Dispatcher.ts"
import { queueOfUrl } from "../dispatch/Queues.ts"
import { accountStays } from "./account-stays.ts"
import type { Subscription } from "./Subscription.ts"
import { Subscriptions, type NewSubscription } from "./Subscriptions.ts"

export interface SubscriptionRequest {
  readonly trigger: string
  /** `plugin/name`. */
  readonly account: string
  readonly target: unknown
  readonly filters?: unknown
  /** The address of an agent, or of another hub's inlet if `hub` is set. */
  readonly url?: string | undefined
  /** Whether the address is another hub's inlet. */
  readonly hub?: boolean | undefined
  /** A command and its arguments, instead of an address. */
  readonly exec?: ReadonlyArray<string> | undefined
  /** The secret that signs deliveries, if the receiver chose one. */
  readonly secret?: string | undefined
  readonly name?: string | undefined
  readonly inOrder?: boolean | undefined
  readonly ownChanges?: boolean | undefined
  readonly creditsPerEvent?: number | undefined
  /** If false, the subscription starts nothing until it is enabled. */
  readonly enabled?: boolean | undefined
  /** Whether to create another one if there is one that is the same. */
  readonly another?: boolean | undefined
}

const OPERATION = "subscribe"
const MAX_URL_CHARS = 2_000
const MAX_NAME_CHARS = 100
/** The most subscriptions to an account of one principal that does not manage the hub. */
export const MAX_SUBSCRIPTIONS = 200

const failure = (reason: Reason) => hubError(OPERATION, reason)

const unknownName = (what: string, known: ReadonlyArray<string>) =>
  failure({ _tag: "NotFound", what, known, remedy: { to: "chooseName", names: known }, nothing: "stored" })

export const wrong = (field: string, message: string) => wrongField(OPERATION, field, message)

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

/** The name of a subscription. */
export const nameOf = Effect.fnUntraced(function* (text: string) {
  const name = text.trim()
  if (name !== "" && name.length <= MAX_NAME_CHARS) return name
  return yield* wrong("name", `must have 1 to ${MAX_NAME_CHARS} characters`)
})

/** The queue of a subscription's deliveries. */
export const queueOf = ({ id, inOrder, url }: Pick<Subscription, "id" | "inOrder" | "url">): string =>
  inOrder ? `${IN_ORDER}${id}` : queueOfUrl(url)

const isHttp = ({ protocol }: URL): boolean => protocol === "https:" || protocol === "http:"

/** Checks that the server may send to an address now. The address is checked again at every send. */
export const urlOf = Effect.fnUntraced(function* (text: string) {
  const url = text.length <= MAX_URL_CHARS && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !isHttp(url)) return yield* wrong("url", "must be an address that begins with https://")
  if (url.username !== "" || url.password !== "") return yield* wrong("url", "must hold no user name and no password")
  if (url.hash !== "") return yield* wrong("url", "must have no part after #")
  if (isRedacted(url)) return yield* wrong("url", "must be the whole address, not the one shown without its query")
  const { isDestination } = yield* Addresses
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const addresses = yield* Effect.tryPromise({
    try: () => lookup(host, { all: true }),
    catch: () => wrong("url", "names a host that cannot be found")
  })
  const refused = addresses.find(({ address }) => !isDestination(address))
  if (refused !== undefined) {
    const [what, advice] = isMetadataAddress(refused.address)
      ? ["The address is one at which a cloud hands out keys: this hub never sends there.", "Use another address."]
      : [
          "The address is in a private network or on this machine, where this hub does not send.",
          "Use a public address, or start the hub with --allow-private."
        ]
    return yield* failure({
      _tag: "Refused",
      guard: "baseAddress",
      what,
      remedy: { to: "read", text: advice },
      nothing: "stored"
    })
  }
  return url.href
})

const MAX_ARGUMENTS = 50

const commandOf = Effect.fnUntraced(function* (words: ReadonlyArray<string>, principal: Principal) {
  const [file = "", ...args] = words
  if (!(yield* Commands).isAllowed || principal.grant.manages !== true) {
    return yield* failure({
      _tag: "Refused",
      guard: "restriction",
      what:
        principal.grant.manages === true
          ? "This hub does not run commands."
          : "Only those who manage the hub may subscribe a command.",
      remedy: {
        to: "read",
        text: "Start the hub with --allow-exec, and use the console or a token made with --manage."
      },
      nothing: "stored"
    })
  }
  if (file.trim() === "" || args.length > MAX_ARGUMENTS || words.some((word) => word.includes("\0"))) {
    return yield* wrong(
      "exec",
      `must be a command and at most ${MAX_ARGUMENTS} arguments, such as ["node", "agent.js"]`
    )
  }
  if (JSON.stringify(words).length > MAX_URL_CHARS)
    return yield* wrong("exec", `is longer than ${MAX_URL_CHARS} characters`)
  const destination: Destination = { kind: "exec", command: { file, args } }
  return destination
})

const destinationFor = Effect.fnUntraced(function* ({ url, hub, exec }: SubscriptionRequest, principal: Principal) {
  if (exec !== undefined) {
    if (url !== undefined || hub === true) return yield* wrong("exec", "cannot be combined with `url`")
    return yield* commandOf(exec, principal)
  }
  if (url === undefined) return yield* wrong("url", "or `exec` is required")
  const destination: Destination = { kind: hub === true ? "hub" : "agent", url: yield* urlOf(url) }
  return destination
})

const SECRET = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/

/** A secret that the receiver has chosen. */
export const secretOf = Effect.fnUntraced(function* (text: string | undefined) {
  if (text === undefined || SECRET.test(text)) return text === undefined ? undefined : Redacted.make(text)
  return yield* wrong("secret", "must be whsec_ and 24 to 64 bytes in base64, as the receiver shows it")
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

/**
 * Stores a subscription. Returns it with its secret and the ways by which its events can arrive. If there is one
 * already, and the request asks for no other, returns that one without a secret.
 * @param isSeen whether the principal may see an existing subscription
 * @param principalStays statements that fail if the principal may not call any more
 */
export const subscribe = Effect.fnUntraced(function* (
  request: SubscriptionRequest,
  principal: Principal,
  isSeen: (existing: Subscription) => boolean,
  principalStays: Effect.Effect<void, ProviderError | StorageError>
) {
  const { plugin, trigger, target, filters, connected, ways } = yield* resolveRequest(request, principal)
  yield* checkTarget({ trigger, target, connected })
  const url = destinationText(yield* destinationFor(request, principal))
  const secret = yield* secretOf(request.secret)
  const name = yield* nameOf(request.name ?? trigger.title)
  const { inOrder = false, ownChanges = false, enabled = true } = request
  const newSubscription: NewSubscription = {
    name,
    trigger: trigger.id,
    plugin: plugin.id,
    account: connected.account.name,
    target,
    place: trigger.place(target),
    filters,
    url,
    secret,
    queueOf: (id) => queueOf({ id, inOrder, url }),
    inOrder,
    ownChanges,
    creditsPerEvent: request.creditsPerEvent,
    pollsOnly: principal.grant.readOnly,
    isEnabled: enabled,
    principal: principal.id
  }
  const subscription = yield* (yield* Subscriptions).create(newSubscription, {
    ...(principal.grant.manages !== true && { max: MAX_SUBSCRIPTIONS }),
    isSame: (existing) => request.another !== true && isSeen(existing),
    stillAllowed: Effect.andThen(principalStays, yield* accountStays(connected.account))
  })
  return { ...subscription, ways }
})
