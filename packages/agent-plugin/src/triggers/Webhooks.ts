/**
 * Port for a service's webhooks: which deliveries are genuine, what they contain, and the hooks that send them. Plugins
 * implement it; the hub receives deliveries, and creates and repairs hooks. A place is where a hook can be installed,
 * named by the service's own path for it, such as `repos/acme/widgets` or `orgs/acme`.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Result from "effect/Result"

import type { ServiceEvent } from "./Trigger.ts"

/** Keyed by lower-case header names. */
type Headers = Readonly<Record<string, string>>

/** The content of a verified delivery. */
export interface Delivery {
  /** The service's delivery id. A redelivery has the same id. */
  readonly deliveryId: string
  readonly event: ServiceEvent
  /** Every place that it concerns: for example a repository, and the organization that owns it. */
  readonly places: ReadonlyArray<string>
  /** The service's id of the hook that sent it, if the delivery names it. */
  readonly hookId?: string
}

/** A hook as the service reports it. */
export interface Hook {
  readonly id: string
  readonly url: string
  readonly events: ReadonlyArray<string>
  readonly isActive: boolean
}

/** One delivery attempt, from the service's log. */
export interface Attempt {
  /** Identifies this attempt, for `delivery` and `redeliver`. */
  readonly id: string
  readonly deliveryId: string
  /** ISO 8601. */
  readonly at: string
  /** Whether the receiver accepted it. */
  readonly isDelivered: boolean
}

/** A page of a hook's delivery log, newest first. */
export interface Attempts {
  readonly items: ReadonlyArray<Attempt>
  /** The cursor of the next page. Absent on the last page. */
  readonly next?: string
}

/** Receives deliveries. Needs no account, because deliveries are unsolicited. */
export interface WebhookReceiver {
  /** Longer bodies are refused without being read. */
  readonly maxBodyBytes: number
  /** Accepted media types, in lower case and without parameters. */
  readonly contentTypes: ReadonlyArray<string>
  /**
   * Whether the body is signed with one of the secrets, newest first. Takes the same time whichever secret matches.
   * Return a value that is available immediately (`Effect.succeed`) if possible: it needs no fiber, and deliveries come
   * in bursts.
   */
  readonly verify: (
    raw: Uint8Array,
    headers: Headers,
    secrets: ReadonlyArray<Redacted.Redacted>
  ) => Effect.Effect<boolean>
  /**
   * Whether a hook of this place stays on what it was installed on when that is renamed. Its deliveries then name
   * another place.
   */
  readonly followsRename?: (place: string) => boolean
  /** Reads a verified delivery. Returns `ping` if the service is only testing the hook. */
  readonly read: (raw: Uint8Array, headers: Headers) => Result.Result<Delivery | "ping", ProviderError>
  /**
   * Whether the triggers can read an event. It is false if they report events of this kind, but its body does not have
   * the documented shape. By default all events are readable.
   */
  readonly isReadable?: (event: ServiceEvent) => boolean
}

/** The complete port. `R` is the plugin's client, which reads and changes hooks and their logs. */
export interface Webhooks<R> extends WebhookReceiver {
  /** Lists the hooks of a place. */
  readonly list: (place: string) => Effect.Effect<ReadonlyArray<Hook>, ProviderError, R>
  /**
   * Creates a hook, or changes the one with this id. An existing hook with the same URL is changed instead of creating
   * a second one.
   */
  readonly put: (
    place: string,
    hook: {
      readonly id?: string
      readonly url: string
      readonly events: ReadonlyArray<string>
      readonly secret: Redacted.Redacted
    }
  ) => Effect.Effect<Hook, ProviderError, R>
  /** Removes a hook. Succeeds if the hook is already gone. */
  readonly remove: (place: string, hookId: string) => Effect.Effect<void, ProviderError, R>
  /** Lists the attempts to deliver to a hook, as far back as the service keeps them. */
  readonly deliveries: (place: string, hookId: string, cursor?: string) => Effect.Effect<Attempts, ProviderError, R>
  /** Reads the content of one delivery, so that a missed event needs no redelivery. */
  readonly delivery: (place: string, hookId: string, attemptId: string) => Effect.Effect<Delivery, ProviderError, R>
  /** Asks the service to deliver again. */
  readonly redeliver: (place: string, hookId: string, attemptId: string) => Effect.Effect<void, ProviderError, R>
}

/** Binds the port to one account's client. */
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

/** Hexadecimal letters, in either case, are their low four bits plus 9. */
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

/**
 * Node's crypto module, if running on Node. Loaded for the first signature, because it would add 6 ms to every start.
 */
const nodeCrypto = () =>
  (
    globalThis as { readonly process?: { readonly getBuiltinModule?: (id: string) => NodeCrypto } }
  ).process?.getBuiltinModule?.("node:crypto")

/** Up to this size, hashing synchronously in Node is faster than WebCrypto's round trip to another thread. */
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

/** Whether one of the secrets gives this HMAC-SHA256 of the body, in hexadecimal. Compared in constant time. */
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
