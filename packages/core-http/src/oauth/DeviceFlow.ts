/**
 * The device flow (RFC 8628): it gets a code for the user to enter, then polls at the service's pace until the user has
 * decided. The user is sent only to https pages, and a malformed code is never shown.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import * as BaseAddress from "../address/BaseAddress.ts"
import type { ProviderError, Reason } from "../errors/ProviderError.ts"
import type { Transport } from "../transport/Transport.ts"
import * as Server from "./AuthorizationServer.ts"
import { TOO_LATE } from "./errors.ts"
import type { Grant } from "./Grant.ts"

/** A sign-in that waits for its user. */
export interface DeviceSignIn {
  /** The code that the user enters at `verificationUri`: letters, digits and hyphens. */
  readonly userCode: string
  /** Safe to open: https, except for a service on this machine. */
  readonly verificationUri: string
  readonly expiresInSeconds: number
  /**
   * Waits until the user has decided. It polls at the provider's pace, but at most every 5 s, and fails if the user
   * refuses or the code expires.
   */
  readonly wait: Effect.Effect<Grant, ProviderError, Transport>
}

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
/** The default of RFC 8628, section 3.5, if the service names no interval. A shorter one is not accepted. */
const LEAST_INTERVAL_SECONDS = 5
const SLOW_DOWN_SECONDS = 5
/** Codes usually live for 15 minutes. A code that claims a longer life than this is not waited for any longer. */
const LONGEST_WAIT_SECONDS = 3_600
/** A user code has letters, digits and hyphens, which excludes sentences. */
const USER_CODE = /^[\w-]{4,40}$/
const MAX_ADDRESS_CHARS = 200

/** Returns the interval that the service asks for, if it is longer than `least`. */
const paceOf = (interval: unknown, least: number): number =>
  typeof interval === "number" && interval > least ? interval : least

/**
 * Returns the address of the page as a browser would show it, or `undefined` if it is not safe to open. Only https is
 * safe, except for a service on this machine, and the address must not be written in a way that disguises its host.
 */
const pageOf = (text: string, service: string): string | undefined => {
  const page = BaseAddress.parse(text.split(/[?#]/, 1)[0] ?? "")
  if (Result.isFailure(page) || !URL.canParse(text)) return undefined
  const { href, protocol } = new URL(text)
  const isLocal = URL.canParse(service) && BaseAddress.isLoopback(new URL(service).hostname)
  return href.length <= MAX_ADDRESS_CHARS && (protocol === "https:" || isLocal) ? href : undefined
}

const NO_PAGE: Reason = {
  _tag: "Decode",
  what: "The sign-in address did not return a safe https page for entering the code.",
  remedy: { to: "checkAddress", of: "signIn" }
}

const NOT_BEGUN: Reason = {
  _tag: "Decode",
  what: "The sign-in address did not return a code to enter.",
  remedy: { to: "checkAddress", of: "signIn", unchanged: "serviceChanged" }
}

/** Returns whether polling again may help because the network or the service failed temporarily. */
const isPassing = ({ reason }: ProviderError): boolean =>
  reason._tag === "Transport" || reason._tag === "Unavailable" || reason._tag === "RateLimited"

/** Polls until there is an answer. The network may fail in between. */
const waiting = (
  server: Server.Server,
  deviceCode: Redacted.Redacted,
  intervalSeconds: number,
  deadlineMillis: number
): Effect.Effect<Grant, ProviderError, Transport> =>
  Effect.gen(function* () {
    const remainingMillis = deadlineMillis - (yield* Clock.currentTimeMillis)
    yield* Effect.sleep(Math.min(intervalSeconds * 1000, remainingMillis))
    if (remainingMillis <= intervalSeconds * 1000) return yield* Server.signInError(server.provider, TOO_LATE)
    const form = { grant_type: DEVICE_GRANT, device_code: deviceCode }
    const answer = yield* Effect.result(Server.ask(server, server.tokens, form))
    if (answer._tag === "Failure") {
      const { reason } = answer.failure
      if (!isPassing(answer.failure)) return yield* answer.failure
      const wait = "retryAfterSeconds" in reason ? reason.retryAfterSeconds : undefined
      return yield* waiting(server, deviceCode, paceOf(wait, intervalSeconds + SLOW_DOWN_SECONDS), deadlineMillis)
    }
    const { pending, fields } = answer.success
    if (pending === undefined) return yield* Server.grantOf(server, answer.success)
    const slower = pending === "slow_down" ? intervalSeconds + SLOW_DOWN_SECONDS : intervalSeconds
    // The service may add a new interval to its answer.
    return yield* waiting(server, deviceCode, paceOf(fields["interval"], slower), deadlineMillis)
  })

/** Starts a sign-in. `codes` is the device authorization endpoint: https, or http on this machine. */
export const start = Effect.fnUntraced(function* (
  server: Server.Server,
  codes: string,
  scopes: ReadonlyArray<string>
): Effect.fn.Return<DeviceSignIn, ProviderError, Transport> {
  const fail = (reason: Reason) => Server.signInError(server.provider, reason)
  const { fields, receivedAtMillis } = yield* Server.ask(server, codes, { scope: scopes.join(" ") })
  const { device_code, user_code, expires_in } = fields
  // Google's older answers call the field `verification_url`.
  const uri = fields["verification_uri"] ?? fields["verification_url"]
  const isBegun =
    typeof device_code === "string" &&
    device_code !== "" &&
    typeof user_code === "string" &&
    USER_CODE.test(user_code) &&
    typeof uri === "string" &&
    typeof expires_in === "number" &&
    Number.isFinite(expires_in) &&
    expires_in > 0
  if (!isBegun) return yield* fail(NOT_BEGUN)
  const page = pageOf(uri, codes)
  if (page === undefined) return yield* fail(NO_PAGE)
  const expiresInSeconds = Math.min(expires_in, LONGEST_WAIT_SECONDS)
  return {
    userCode: user_code,
    verificationUri: page,
    expiresInSeconds,
    wait: waiting(
      server,
      Redacted.make(device_code),
      paceOf(fields["interval"], LEAST_INTERVAL_SECONDS),
      receivedAtMillis + expiresInSeconds * 1000
    )
  }
})
