/**
 * Checks who answers at a hub's address before anything else is sent there: a hub, with this extension's protocol
 * version, the one that this browser is paired with, and one that still knows this browser's token. The check does not
 * send the token.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Transport } from "@inlay/core-http/Transport"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import type { HubProblem } from "../../messaging/failure.ts"
import { hubFailure } from "../../messaging/own-failures.ts"
import { isObject } from "../../messaging/shape.ts"
import type { PairedHub } from "../../vault/hub.ts"
import { api, type Greeting } from "./api.ts"
import { exchange, type HubAnswer } from "./exchange.ts"

/** The protocol version of hubs that this extension understands. */
const PROTOCOL = 1
const LIMIT = Duration.seconds(10)
const NONCE_BYTES = 32

const hex = (buffer: ArrayBuffer): string =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("")

const bytes = (text: string) => new TextEncoder().encode(text)

/** Computes the same proof as `HubTokens.proof` of the hub. */
const proofOf = async (token: string, challenge: string): Promise<string> => {
  const hash = hex(await crypto.subtle.digest("SHA-256", bytes(token)))
  const key = await crypto.subtle.importKey("raw", bytes(hash), { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
  return hex(await crypto.subtle.sign("HMAC", key, bytes(challenge)))
}

/**
 * Whether an answer is a failure that a hub wrote: an older hub without this endpoint, or one that cannot answer it
 * now.
 */
const isHubFailure = (json: unknown): boolean =>
  isObject(json) && isObject(json["error"]) && json["error"]["provider"] === "inlay"

const problemOf = (answer: HubAnswer): HubProblem | undefined => {
  if (answer.is === "silence") return "gone"
  if (answer.is === "other") return "notAHub"
  const { status, json } = answer
  if (status === 200) {
    if (!api.hub.isAnswer?.(json)) return "notAHub"
    return json.protocol === PROTOCOL ? undefined : json.protocol < PROTOCOL ? "older" : "newer"
  }
  if (!isHubFailure(json)) return "notAHub"
  if (status === 421) return "otherAddress"
  return status >= 500 ? "gone" : "older"
}

const greet = Effect.fnUntraced(function* (origin: string, query: Readonly<Record<string, string>>) {
  // A hub proves itself only for its own addresses, so that no program at a former one can pass on the proof.
  const answer = yield* exchange(origin, api.hub, { query: { ...query, address: origin }, limit: LIMIT })
  const problem = problemOf(answer)
  if (problem !== undefined) return yield* hubFailure(problem, origin)
  return (answer as Extract<HubAnswer, { readonly is: "json" }>).json as Greeting
})

/** Reads the greeting of a hub that need not be paired. */
export const meet = (origin: string): Effect.Effect<Greeting, ProviderError, Transport> => greet(origin, {})

/** Fails unless the hub at the address is the one that this browser is paired with. */
export const recognise = Effect.fnUntraced(function* (hub: PairedHub) {
  const { origin, hubId, tokenId, token } = hub
  const nonce = hex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)).buffer)
  const [{ id, proof }, expected] = yield* Effect.all([
    greet(origin, { token: tokenId, nonce }),
    Effect.promise(() => proofOf(Redacted.value(token), `${nonce} ${origin}`))
  ])
  if (id !== hubId) return yield* hubFailure("another", origin)
  if (proof === null || proof === undefined) return yield* hubFailure("revoked", origin)
  if (proof !== expected) return yield* hubFailure("another", origin)
})
