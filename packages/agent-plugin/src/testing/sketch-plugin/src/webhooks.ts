/** The service's webhooks: each property has its own list, and deliveries are signed with HMAC-SHA256 over the body. */
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { isHmacSha256, type Delivery, type Webhooks } from "../../../triggers/Webhooks.ts"
import { decoded, Sketch } from "./client/Sketch.ts"

const Hook = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  events: Schema.Array(Schema.String),
  isActive: Schema.Boolean
})
const Attempt = Schema.Struct({
  id: Schema.String,
  deliveryId: Schema.String,
  at: Schema.String,
  isDelivered: Schema.Boolean
})
const Sent = Schema.Struct({ deliveryId: Schema.String, name: Schema.String, body: Schema.Unknown })
const Body = Schema.Struct({ note: Schema.Struct({ property: Schema.String }) })

const ask = Effect.fnUntraced(function* <A>(
  schema: Schema.Codec<A, unknown>,
  method: "GET" | "POST" | "DELETE",
  endpoint: string,
  body?: Readonly<Record<string, unknown>>
) {
  const { admin } = yield* Sketch
  const answer = yield* admin.call({ operation: "hooks", method, endpoint: `v1/${endpoint}`, ...(body && { body }) })
  return yield* decoded("hooks", schema)(answer)
})

const unreadable = () =>
  new ProviderError({
    provider: "sketch",
    operation: "webhook",
    reason: { _tag: "Decode", what: "The delivery is not as documented; the hook's log at the service shows it." }
  })

const deliveryOf = (deliveryId: string, name: string, body: unknown): Delivery => {
  const mentionBody = Schema.decodeUnknownOption(Body)(body)
  const places = mentionBody._tag === "Some" ? [`properties/${mentionBody.value.note.property}`] : []
  return { deliveryId, event: { name, body }, places }
}

const parse = (raw: Uint8Array) =>
  Result.mapError(
    Result.try((): unknown => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw))),
    unreadable
  )

export const webhooks: Webhooks<Sketch> = {
  maxBodyBytes: 64 * 1024,
  contentTypes: ["application/json"],
  verify: (raw, headers, secrets) => isHmacSha256(raw, headers["x-sketch-signature"]?.replace(/^sha256=/, ""), secrets),
  read: (raw, headers) => {
    const { "x-sketch-event": name, "x-sketch-delivery": deliveryId } = headers
    if (name === undefined || deliveryId === undefined) return Result.fail(unreadable())
    return name === "ping"
      ? Result.succeed("ping")
      : Result.map(parse(raw), (body) => deliveryOf(deliveryId, name, body))
  },
  list: (place) => ask(Schema.Array(Hook), "GET", `${place}/hooks`),
  put: (place, { id, url, events, secret }) =>
    ask(Hook, "POST", `${place}/hooks`, {
      ...(id !== undefined && { id }),
      url,
      events,
      secret: Redacted.value(secret)
    }),
  remove: (place, hookId) => Effect.asVoid(ask(Schema.Unknown, "DELETE", `${place}/hooks/${hookId}`)),
  deliveries: (place, hookId) =>
    Effect.map(ask(Schema.Array(Attempt), "GET", `${place}/hooks/${hookId}/deliveries`), (items) => ({ items })),
  delivery: (place, hookId, attemptId) =>
    Effect.map(ask(Sent, "GET", `${place}/hooks/${hookId}/deliveries/${attemptId}`), ({ deliveryId, name, body }) =>
      deliveryOf(deliveryId, name, body)
    ),
  redeliver: (place, hookId, attemptId) =>
    Effect.asVoid(ask(Schema.Unknown, "POST", `${place}/hooks/${hookId}/deliveries/${attemptId}/attempts`, {}))
}
