/** The name, the queue and the secret of a subscription, and failures of a request for one, before anything is stored. */
import type { Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { hubError, wrongField } from "../../../hub-error.ts"
import { IN_ORDER, queueOfUrl } from "../../dispatch/destination.ts"
import type { Subscription } from "../Subscription.ts"

const OPERATION = "subscribe"

export const failure = (reason: Reason) => hubError(OPERATION, reason)

export const wrong = (field: string, message: string) => wrongField(OPERATION, field, message)

const MAX_NAME_CHARS = 100

export const nameOf = Effect.fnUntraced(function* (text: string) {
  const name = text.trim()
  if (name !== "" && name.length <= MAX_NAME_CHARS) return name
  return yield* wrong("name", `must have 1 to ${MAX_NAME_CHARS} characters`)
})

/** The queue of a subscription's deliveries. */
export const queueOf = ({ id, inOrder, url }: Pick<Subscription, "id" | "inOrder" | "url">): string =>
  inOrder ? `${IN_ORDER}${id}` : queueOfUrl(url)

const SECRET = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/

/** A secret that the receiver has chosen. */
export const secretOf = Effect.fnUntraced(function* (text: string | undefined) {
  if (text === undefined || SECRET.test(text)) return text === undefined ? undefined : Redacted.make(text)
  return yield* wrong("secret", "must be whsec_ and 24 to 64 bytes in base64, as the receiver shows it")
})
