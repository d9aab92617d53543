/**
 * How a service sends its events: which deliveries are its own, what they say, and the hooks behind them. A plugin's port;
 * receiving, keeping and repairing are the hub's. A place is what a hook can stand at, by the service's own path for it,
 * such as `repos/acme/widgets` or `orgs/acme`.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Result from "effect/Result"

import type { ServiceEvent } from "./Trigger.ts"

/** Lower-case names. */
type Headers = Readonly<Record<string, string>>

/** What a delivery says, once it has been verified. */
export interface Delivery {
  /** The service's own id of it: the same when it is sent again. */
  readonly deliveryId: string
  readonly event: ServiceEvent
  /** Every place that it concerns: the repository, and the organization that holds it. */
  readonly places: ReadonlyArray<string>
}

/** A hook as the service has it. */
export interface Hook {
  readonly id: string
  readonly url: string
  readonly events: ReadonlyArray<string>
  readonly isActive: boolean
}

/** One attempt to deliver, as the service's log has it. */
export interface Attempt {
  /** Names this attempt, for `delivery` and `redeliver`. */
  readonly id: string
  readonly deliveryId: string
  /** ISO 8601. */
  readonly at: string
  /** Whether the receiver took it. */
  readonly isDelivered: boolean
}

/** A page of a hook's log, newest first. */
export interface Attempts {
  readonly items: ReadonlyArray<Attempt>
  /** The cursor of the next page; absent on the last. */
  readonly next?: string
}

/** How deliveries are received: without an account, for nobody has asked for them. */
export interface WebhookReceiver {
  /** Longer bodies are refused unread. */
  readonly maxBodyBytes: number
  /** Media types that deliveries come in, in lower case and without parameters. */
  readonly contentTypes: ReadonlyArray<string>
  /**
   * Whether the body was signed with one of the secrets, newest first. Takes the same time whichever it is. Best a value that
   * is known at once (`Effect.succeed`): that needs no fiber, and deliveries come in bursts.
   */
  readonly verify: (
    raw: Uint8Array,
    headers: Headers,
    secrets: ReadonlyArray<Redacted.Redacted>
  ) => Effect.Effect<boolean>
  /** What a verified delivery says; `ping` where the service only tries the hook. */
  readonly read: (raw: Uint8Array, headers: Headers) => Result.Result<Delivery | "ping", ProviderError>
}

/** The port; `R` is the plugin's client, which is asked for hooks and their logs. */
export interface Webhooks<R> extends WebhookReceiver {
  /** The hooks of a place. */
  readonly list: (place: string) => Effect.Effect<ReadonlyArray<Hook>, ProviderError, R>
  /** Makes a hook, or changes the one with this id; one with the same address is adopted, never doubled. */
  readonly put: (
    place: string,
    hook: {
      readonly id?: string
      readonly url: string
      readonly events: ReadonlyArray<string>
      readonly secret: Redacted.Redacted
    }
  ) => Effect.Effect<Hook, ProviderError, R>
  /** Removes a hook; one that is gone already is no failure. */
  readonly remove: (place: string, hookId: string) => Effect.Effect<void, ProviderError, R>
  /** What was sent to a hook, as far back as the service keeps it. */
  readonly deliveries: (place: string, hookId: string, cursor?: string) => Effect.Effect<Attempts, ProviderError, R>
  /** One delivery as it was sent: a missed event is read, not asked for again. */
  readonly delivery: (place: string, hookId: string, attemptId: string) => Effect.Effect<Delivery, ProviderError, R>
  /** Asks the service to send it once more. */
  readonly redeliver: (place: string, hookId: string, attemptId: string) => Effect.Effect<void, ProviderError, R>
}

/** The port over one account's client. */
export const bound = <R>(
  webhooks: Webhooks<R>,
  provideService: <A, E>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E>
): Webhooks<never> => ({
  ...webhooks,
  list: (place) => provideService(webhooks.list(place)),
  put: (place, hook) => provideService(webhooks.put(place, hook)),
  remove: (place, hookId) => provideService(webhooks.remove(place, hookId)),
  deliveries: (place, hookId, cursor) => provideService(webhooks.deliveries(place, hookId, cursor)),
  delivery: (place, hookId, attemptId) => provideService(webhooks.delivery(place, hookId, attemptId)),
  redeliver: (place, hookId, attemptId) => provideService(webhooks.redeliver(place, hookId, attemptId))
})

const HEX_SHA256 = /^[\da-f]{64}$/i

/** Letters of either case lie 9 above their last four bits. */
const digitOf = (code: number): number => (code & 15) + 9 * (code >> 6)

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(hex.length / 2)
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = 16 * digitOf(hex.charCodeAt(2 * at)) + digitOf(hex.charCodeAt(2 * at + 1))
  }
  return bytes
}

interface NodeCrypto {
  readonly createHmac: (
    algorithm: "sha256",
    key: string
  ) => { readonly update: (data: Uint8Array) => { readonly digest: () => Uint8Array } }
  readonly timingSafeEqual: (a: Uint8Array, b: Uint8Array) => boolean
}

/** Node's own, where this runs on Node. Loaded with the first signature: it would cost every start 6 ms. */
const nodeCrypto = () =>
  (
    globalThis as { readonly process?: { readonly getBuiltinModule?: (id: string) => NodeCrypto } }
  ).process?.getBuiltinModule?.("node:crypto")

/** Up to here Node's own takes less time than WebCrypto's way to another thread and back. */
const MAX_BYTES_AT_ONCE = 262_144

const isSignedAtOnce = (
  { createHmac, timingSafeEqual }: NodeCrypto,
  raw: Uint8Array,
  signature: Uint8Array,
  secret: string
): boolean => secret !== "" && timingSafeEqual(createHmac("sha256", secret).update(raw).digest(), signature)

const ALGORITHM = { name: "HMAC", hash: "SHA-256" }

const isSigned = async (raw: Uint8Array, signature: Uint8Array<ArrayBuffer>, secret: string): Promise<boolean> => {
  if (secret === "") return false
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), ALGORITHM, false, ["verify"])
  return crypto.subtle.verify(ALGORITHM.name, key, signature, new Uint8Array(raw))
}

/** Whether a body carries the HMAC-SHA256 of one of the secrets, in hexadecimal. Compared in constant time. */
export const isHmacSha256 = (
  raw: Uint8Array,
  hex: string | undefined,
  secrets: ReadonlyArray<Redacted.Redacted>
): Effect.Effect<boolean> => {
  if (hex === undefined || !HEX_SHA256.test(hex)) return Effect.succeed(false)
  const signature = bytesOf(hex)
  const values = secrets.map((secret) => Redacted.value(secret))
  const node = raw.length <= MAX_BYTES_AT_ONCE ? nodeCrypto() : undefined
  if (node !== undefined) {
    return Effect.succeed(values.map((secret) => isSignedAtOnce(node, raw, signature, secret)).includes(true))
  }
  return Effect.map(
    Effect.promise(() => Promise.all(values.map((secret) => isSigned(raw, signature, secret)))),
    (matches) => matches.includes(true)
  )
}
