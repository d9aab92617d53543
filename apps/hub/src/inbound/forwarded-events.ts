/**
 * Receives events that another hub forwards. They are signed by the Standard Webhooks scheme, and become events of one
 * of this hub's own accounts.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
import { createHmac, timingSafeEqual } from "node:crypto"

import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { Occurrence } from "@inlay/agent-plugin/Trigger"
import type { WebhookReceiver } from "@inlay/agent-plugin/Webhooks"
import { isDeeperThan, isTextDeeperThan } from "@inlay/core-http/json-depth"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** The place of a hook that receives the events of another hub. */
export const OTHER_HUB = "hub"

/** As large as what the code host delivers, of which the other hub's event may be most. */
const MAX_BODY_BYTES = 25 * 1024 * 1024
/** Deeper than any chain goes on (`starts.ts`), and small enough for the database. */
const MAX_DEPTH = 1_000
/** As deep as a body of the API. What writes or walks an event recurses, and everybody reads the feed. */
const MAX_LEVELS = 200
/** How far the clocks of two hubs may differ. */
const MAX_SKEW_SECONDS = 300

/** The hook's secret in the form that the sending hub accepts. */
export const signingSecret = (secret: Redacted.Redacted): string =>
  `whsec_${Buffer.from(Redacted.value(secret), "utf8").toString("base64")}`

const isSigned = (raw: Uint8Array, id: string, timestamp: string, signature: string, secret: Redacted.Redacted) => {
  const own = createHmac("sha256", Redacted.value(secret)).update(`${id}.${timestamp}.`).update(raw).digest()
  return signature.split(" ").some((one) => {
    const [version, text = ""] = one.split(",")
    const theirs = Buffer.from(text, "base64")
    return version === "v1" && theirs.length === own.length && timingSafeEqual(theirs, own)
  })
}

export const receiver: Pick<WebhookReceiver, "maxBodyBytes" | "contentTypes" | "verify"> = {
  maxBodyBytes: MAX_BODY_BYTES,
  contentTypes: ["application/json"],
  verify: (raw, headers, secrets) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const { "webhook-id": id, "webhook-timestamp": timestamp = "", "webhook-signature": signature } = headers
      if (id === undefined || signature === undefined || !/^\d{1,12}$/.test(timestamp)) return false
      if (Math.abs(now / 1000 - Number(timestamp)) > MAX_SKEW_SECONDS) return false
      return secrets.map((secret) => isSigned(raw, id, timestamp, signature, secret)).includes(true)
    })
}

const Forwarded = Schema.fromJsonString(
  Schema.Struct({
    trigger: Schema.String,
    occurredAt: Schema.String,
    data: Schema.Unknown,
    event: Schema.Struct({
      key: Schema.NonEmptyString,
      actor: Schema.NullOr(Schema.String),
      places: Schema.Array(Schema.String),
      depth: Schema.Int
    })
  })
)
const decode = Schema.decodeUnknownResult(Forwarded)

/** The text of a body; `undefined` if parsing it would take long because of its depth. */
const textOf = (raw: Uint8Array): string | undefined => {
  const text = Buffer.from(raw).toString("utf8")
  return isTextDeeperThan(MAX_LEVELS, text) ? undefined : text
}

const decodeTest = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Struct({ test: Schema.Literal(true) })))

/** Whether a body is the example of a trigger, which the other hub sends to test its subscription. */
export const isTest = (raw: Uint8Array): boolean => Result.isSuccess(decodeTest(textOf(raw)))

export interface ForwardedEvent {
  readonly trigger: string
  readonly occurrence: Occurrence<unknown>
  readonly places: ReadonlyArray<string>
  /** How many starts led to the event on the hubs before this one. */
  readonly depth: number
}

const tooDeep = Result.fail(`It nests deeper than ${MAX_LEVELS} levels.`)

/** Returns an event of one of the plugin's triggers, or the reason why the body is not one. */
export const readForwarded = (plugin: Plugin, raw: Uint8Array): Result.Result<ForwardedEvent, string> => {
  const text = textOf(raw)
  if (text === undefined) return tooDeep
  const body = decode(text)
  if (Result.isFailure(body)) return Result.fail("It is not an event of a hub.")
  const { trigger: id, occurredAt, data, event } = body.success
  if (isDeeperThan(MAX_LEVELS, data)) return tooDeep
  const trigger = plugin.triggers.find((one) => one.id === id)
  if (trigger === undefined) return Result.fail(`${plugin.title} has no such trigger here.`)
  const read = Schema.decodeUnknownResult(trigger.output as Schema.Codec<unknown, unknown>)(data)
  if (Result.isFailure(read) || Number.isNaN(Date.parse(occurredAt))) return Result.fail(`It is not an event of ${id}.`)
  return Result.succeed({
    trigger: id,
    occurrence: { key: event.key, at: occurredAt, data, ...(event.actor !== null && { actor: event.actor }) },
    places: event.places,
    depth: Math.min(Math.max(0, event.depth), MAX_DEPTH)
  })
}
