/**
 * One form sent to an authorization server: without a credential of the account, to https alone but for this machine. A
 * redirect is never followed.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import * as BaseAddress from "../address/BaseAddress.ts"
import { guardedAddress } from "../address/guarded-address.ts"
import type { Reason } from "../errors/ProviderError.ts"
import * as Redaction from "../redaction/Redaction.ts"
import { Transport, type TransportFailure } from "../transport/Transport.ts"
import { fieldsOf } from "./answer.ts"

/** How the app proves itself to the server. */
export interface App {
  /** Absent where the form itself says who asks, as an assertion does. */
  readonly clientId?: string
  /** Of an app that has one; sent in the body, or as HTTP Basic where `basic` says so (RFC 6749, section 2.3.1). */
  readonly clientSecret?: Redacted.Redacted
  readonly basic?: boolean
  readonly userAgent?: string
}

/** Secret values stay redacted until they are written into the request. */
export type Form = Readonly<Record<string, string | Redacted.Redacted>>

/** What the server answered, before it is judged. */
export interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Absent where the body is neither a JSON object nor a form. */
  readonly fields: Readonly<Record<string, unknown>> | undefined
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
        what: "The sign-in address answered in a way that cannot be read.",
        remedy: { to: "checkAddress", of: "signIn" }
      }
}

const LATE: Reason = {
  _tag: "Transport",
  sent: true,
  what: "The sign-in address did not answer in time.",
  remedy: { to: "retry" }
}

const NO_ADDRESS: Reason = {
  _tag: "Refused",
  guard: "baseAddress",
  what: "The sign-in address is not a URL without a fragment.",
  remedy: { to: "writeAddress" },
  nothing: "sent"
}

/** An endpoint that secrets may be sent to; a query is kept, as RFC 6749, section 3.2, wants it. */
export const endpointOf = (text: string): Result.Result<URL, Reason> => {
  const trimmedText = text.trim()
  return Result.flatMap(BaseAddress.parse(trimmedText.split("?", 1)[0] ?? ""), (): Result.Result<URL, Reason> =>
    trimmedText.includes("#") || !URL.canParse(trimmedText)
      ? Result.fail(NO_ADDRESS)
      : Result.succeed(new URL(trimmedText))
  )
}

/** RFC 6749, section 2.3.1: both are form-encoded first. */
const basicOf = (clientId: string, secret: Redacted.Redacted): string => {
  const encode = (text: string) => new URLSearchParams({ v: text }).toString().slice(2)
  return `Basic ${btoa(`${encode(clientId)}:${encode(Redacted.value(secret))}`)}`
}

/** What takes a request's secrets out of a reason: a server may repeat them in its error's description. */
export const redactorOf = ({ clientSecret }: App, form: Form): Redaction.Redactor =>
  Redaction.make([
    ...Object.values(form).filter((value) => typeof value !== "string"),
    ...(clientSecret === undefined ? [] : [clientSecret])
  ])

/** Sends a form to an endpoint; the app's own id and secret are added. */
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
  return {
    status: answer.status,
    headers: answer.headers,
    fields: fieldsOf(answer.text, answer.headers["content-type"]),
    receivedAtMillis: yield* Clock.currentTimeMillis
  }
})
