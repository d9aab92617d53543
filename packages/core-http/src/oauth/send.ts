/**
 * Sends one form to an authorization server, without the account's credential, and only over https except on this
 * machine. Redirects are never followed.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import * as BaseAddress from "../address/BaseAddress.ts"
import { guardedAddress } from "../address/guarded-address.ts"
import type { Reason } from "../errors/ProviderError.ts"
import type { JsonObject } from "../json/object.ts"
import * as Redaction from "../redaction/Redaction.ts"
import { Transport, type ResponseHead, type TransportFailure } from "../transport/Transport.ts"
import { fieldsOf } from "./answer.ts"

/** How the app authenticates with the server. */
export interface App {
  /** Absent if the form itself identifies the client, as an assertion does. */
  readonly clientId?: string
  /**
   * The secret of a confidential client. It is sent in the body, or as HTTP Basic if `basic` is true (RFC 6749, section
   * 2.3.1).
   */
  readonly clientSecret?: Redacted.Redacted
  readonly basic?: boolean
  readonly userAgent?: string
}

/** Secret values stay redacted until the request is written. */
export type Form = Readonly<Record<string, string | Redacted.Redacted>>

/** The server's answer before it is judged. */
export interface Response extends ResponseHead {
  /** Undefined if the body is neither a JSON object nor a form. */
  readonly fields: JsonObject | undefined
  /** `error`, without the request's secrets; empty if there is none. */
  readonly code: string
  /** `error_description`, without the request's secrets, which a server may repeat. */
  readonly words: string
  /** Unix time in milliseconds. */
  readonly receivedAtMillis: number
}

const TIME_LIMIT = Duration.seconds(30)
const MAX_ANSWER_BYTES = 64 * 1024

const transportReason = (failure: TransportFailure): Reason => {
  if (failure.kind === "guarded") return guardedAddress
  return failure.kind === "network"
    ? {
        _tag: "Transport",
        sent: failure.sent,
        what: `The sign-in address could not be reached (${failure.detail}).`,
        remedy: { to: "retry", checking: "network" }
      }
    : {
        _tag: "Decode",
        what: "The response of the sign-in address cannot be read.",
        remedy: { to: "checkAddress", of: "signIn" }
      }
}

const LATE: Reason = {
  _tag: "Transport",
  sent: true,
  what: "The sign-in address did not answer in time.",
  remedy: { to: "retry" }
}

/** Parses an endpoint to which secrets may be sent. Its query is kept, as RFC 6749, section 3.2, requires. */
export const endpointOf = (text: string): Result.Result<URL, Reason> => {
  const trimmedText = text.trim()
  return Result.map(BaseAddress.parse(trimmedText.replace(/\?[^#]*/, "")), () => new URL(trimmedText))
}

/** RFC 6749, section 2.3.1: both values are form-encoded first. */
const basicOf = (clientId: string, secret: Redacted.Redacted): string => {
  const encode = (text: string) => new URLSearchParams({ v: text }).toString().slice(2)
  return `Basic ${btoa(`${encode(clientId)}:${encode(Redacted.value(secret))}`)}`
}

/** Sends a form to an endpoint. The app's own id and secret are added. */
export const send = Effect.fnUntraced(function* (
  { clientId, clientSecret, basic = false, userAgent }: App,
  address: string,
  form: Form
): Effect.fn.Return<Response, Reason, Transport> {
  const transport = yield* Transport
  const url = yield* Effect.fromResult(endpointOf(address))
  const authorization =
    basic && clientId !== undefined && clientSecret !== undefined ? basicOf(clientId, clientSecret) : undefined
  const app = {
    ...(clientId !== undefined && { client_id: clientId }),
    ...(clientSecret !== undefined && { client_secret: clientSecret })
  }
  const fields: Form = { ...(authorization === undefined && app), ...form }
  const values = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value : Redacted.value(value)
  ])
  const answer = yield* transport
    .send({
      method: "POST",
      url,
      headers: {
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
        ...(userAgent !== undefined && { "user-agent": userAgent }),
        ...(authorization !== undefined && { authorization })
      },
      body: new URLSearchParams(values).toString(),
      maxBodyBytes: MAX_ANSWER_BYTES
    })
    .pipe(
      Effect.mapError(transportReason),
      Effect.timeoutOrElse({ duration: TIME_LIMIT, orElse: () => Effect.fail(LATE) })
    )
  const answerFields = fieldsOf(answer.text, answer.headers["content-type"])
  const redactor = Redaction.make(Object.values({ ...app, ...form }).filter((value) => typeof value !== "string"))
  const textOf = (name: string) => {
    const value = answerFields?.[name]
    return typeof value === "string" ? redactor.text(value) : ""
  }
  return {
    status: answer.status,
    headers: answer.headers,
    fields: answerFields,
    code: textOf("error"),
    words: textOf("error_description"),
    receivedAtMillis: yield* Clock.currentTimeMillis
  }
})
