/**
 * OAuth 2.0 device flow (RFC 8628) against the service: a code for the user to type in, then asking at the service's pace
 * until the user has decided. The service says what went wrong with status 200.
 */
import type { DeviceSignIn, Grant, SignIn } from "@inlay/agent-plugin/SignIn"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Transport } from "@inlay/core-http/Transport"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { deviceFlow, scopes as allScopes, webAddress } from "../vendors.ts"
import { decoder } from "./decoder.ts"
import { failed } from "./methods.ts"
import { ask, isPassing } from "./sign-in-request.ts"

const OPERATION = "signIn"
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
/** What RFC 8628, section 3.5, takes where the service says nothing; never less, whatever it says. */
const LEAST_INTERVAL_SECONDS = 5
const SLOW_DOWN_SECONDS = 5
/** Codes live for 15 minutes. One that claims to live for ever is not waited for that long. */
const LONGEST_WAIT_SECONDS = 3_600
/** Letters, digits and hyphens are typed in; a sentence is not. */
const USER_CODE = /^[\w-]{4,40}$/
const MAX_ADDRESS_CHARS = 200

const Begun = Schema.Struct({
  device_code: Schema.String,
  user_code: Schema.String.check(Schema.isPattern(USER_CODE)),
  verification_uri: Schema.String,
  expires_in: Schema.Finite.check(Schema.isGreaterThan(0)),
  interval: Schema.optionalKey(Schema.Unknown)
})

const Granted = Schema.Struct({
  access_token: Schema.NonEmptyString,
  expires_in: Schema.optionalKey(Schema.Finite),
  refresh_token: Schema.optionalKey(Schema.NonEmptyString),
  refresh_token_expires_in: Schema.optionalKey(Schema.Finite),
  scope: Schema.optionalKey(Schema.String)
})

const readBegun = decoder(OPERATION, Begun)
const readGranted = decoder(OPERATION, Granted)

/** No token lives longer; past the dates that there are, a figure would break whoever shows it. */
const LONGEST_LIFE_SECONDS = 10 * 366 * 86_400

const lifeMillis = (seconds: number): number => 1000 * Math.min(Math.max(0, seconds), LONGEST_LIFE_SECONDS)

const grantOf = Effect.fnUntraced(function* (body: unknown) {
  const granted = yield* readGranted({ body })
  const now = yield* Clock.currentTimeMillis
  const grant: Grant = {
    accessToken: Redacted.make(granted.access_token),
    ...(granted.expires_in !== undefined && { expiresAtMillis: now + lifeMillis(granted.expires_in) }),
    ...(granted.refresh_token !== undefined && { refreshToken: Redacted.make(granted.refresh_token) }),
    ...(granted.refresh_token_expires_in !== undefined && {
      refreshExpiresAtMillis: now + lifeMillis(granted.refresh_token_expires_in)
    }),
    scopes: (granted.scope ?? "").split(/[\s,]+/).filter((scope) => scope !== "")
  }
  return grant
})

const tooLate = failed(OPERATION, {
  _tag: "Unauthorized",
  what: "The code ran out before it was entered.",
  fix: "Begin the sign-in again."
})

type Fields = Readonly<Record<string, string>>

/** The pace that the service asks for, where it is one. */
const paceOf = (interval: unknown, least: number): number =>
  typeof interval === "number" && interval > least ? interval : least

/**
 * Where the user is to go, as a browser would show it; `undefined` where nobody may be sent there: anything but https, but
 * for a service on this machine, and an address whose host is not what it begins with.
 */
const pageOf = (text: string, service: string): string | undefined => {
  const page = BaseAddress.parse(text.split(/[?#]/, 1)[0] ?? "")
  if (Result.isFailure(page) || !URL.canParse(text)) return undefined
  const { href, protocol } = new URL(text)
  const isLocal = URL.canParse(service) && BaseAddress.isLoopback(new URL(service).hostname)
  return href.length <= MAX_ADDRESS_CHARS && (protocol === "https:" || isLocal) ? href : undefined
}

const NO_PAGE = failed(OPERATION, {
  _tag: "Decode",
  what: "The sign-in address names no https page where the code could be entered.",
  fix: "Check sign_in_url: it is where the service's people sign in. Open nothing that it names."
})

/** Asks until there is an answer; the network may fail in between. */
const waiting = (
  address: string,
  fields: Fields,
  intervalSeconds: number,
  deadlineMillis: number
): Effect.Effect<Grant, ProviderError, Transport> =>
  Effect.gen(function* () {
    const left = deadlineMillis - (yield* Clock.currentTimeMillis)
    yield* Effect.sleep(Duration.millis(Math.min(intervalSeconds * 1000, Math.max(0, left))))
    if (left <= intervalSeconds * 1000) return yield* tooLate
    const asked = yield* Effect.result(ask(OPERATION, address, deviceFlow.tokens, fields))
    if (asked._tag === "Failure") {
      if (!isPassing(asked.failure)) return yield* asked.failure
      return yield* waiting(address, fields, intervalSeconds + SLOW_DOWN_SECONDS, deadlineMillis)
    }
    const { pending, body } = asked.success
    if (pending === undefined) return yield* grantOf(body)
    const slower = pending === "slow_down" ? intervalSeconds + SLOW_DOWN_SECONDS : intervalSeconds
    // The service may say its new pace beside it.
    const told = typeof body === "object" && body !== null && "interval" in body ? body.interval : undefined
    return yield* waiting(address, fields, paceOf(told, slower), deadlineMillis)
  })

const start: SignIn["start"] = Effect.fnUntraced(function* (settings) {
  const address = settings["sign_in_url"] ?? webAddress
  const client_id = settings["client_id"]?.trim() ?? ""
  if (client_id === "") {
    return yield* failed(OPERATION, {
      _tag: "Invalid",
      what: "There is no client id to sign in with.",
      fix: "Set client_id to the id of an app of yours that has the device flow turned on. Nothing was sent.",
      fields: [{ field: "client_id", message: "is missing" }]
    })
  }
  const scope = (settings["scopes"] ?? allScopes.join(" ")).split(/[\s,]+/).join(" ")
  const { body } = yield* ask(OPERATION, address, deviceFlow.codes, { client_id, scope })
  const begun = yield* readBegun({ body })
  const page = pageOf(begun.verification_uri, address)
  if (page === undefined) return yield* NO_PAGE
  const now = yield* Clock.currentTimeMillis
  const expiresInSeconds = Math.min(begun.expires_in, LONGEST_WAIT_SECONDS)
  const started: DeviceSignIn = {
    userCode: begun.user_code,
    verificationUri: page,
    expiresInSeconds,
    wait: waiting(
      address,
      { client_id, device_code: begun.device_code, grant_type: DEVICE_GRANT },
      paceOf(begun.interval, LEAST_INTERVAL_SECONDS),
      now + expiresInSeconds * 1000
    )
  }
  return started
})

const refresh: SignIn["refresh"] = ({ settings }, refreshToken) =>
  Effect.flatMap(
    ask(OPERATION, settings["sign_in_url"] ?? webAddress, deviceFlow.tokens, {
      client_id: settings["client_id"] ?? "",
      grant_type: "refresh_token",
      refresh_token: Redacted.value(refreshToken)
    }),
    ({ body }) => grantOf(body)
  )

/** The sign-in of the kind `sign_in`: works for OAuth apps and for apps whose tokens expire. */
export const deviceSignIn: SignIn = { start, refresh }
