/**
 * OAuth 2.0 device flow (RFC 8628) against the service: a code for the user to type in, then asking at the service's pace
 * until the user has decided. The service says what went wrong with status 200.
 */
import type { DeviceSignIn, Grant, SignIn } from "@inlay/agent-plugin/SignIn"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Transport } from "@inlay/core-http/Transport"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { deviceFlow, scopes as allScopes, webAddress } from "../vendors.ts"
import { decoder } from "./decoder.ts"
import { failed } from "./methods.ts"
import { ask, isPassing } from "./sign-in-request.ts"

const OPERATION = "signIn"
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
/** RFC 8628, section 3.5. */
const DEFAULT_INTERVAL_SECONDS = 5
const SLOW_DOWN_SECONDS = 5

const Begun = Schema.Struct({
  device_code: Schema.String,
  user_code: Schema.String,
  verification_uri: Schema.String,
  expires_in: Schema.Finite,
  interval: Schema.optionalKey(Schema.Finite)
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

/** Asks until there is an answer; the network may fail in between. */
const waiting = (
  address: string,
  fields: Fields,
  intervalSeconds: number,
  deadlineMillis: number
): Effect.Effect<Grant, ProviderError, Transport> =>
  Effect.gen(function* () {
    yield* Effect.sleep(Duration.seconds(intervalSeconds))
    if ((yield* Clock.currentTimeMillis) >= deadlineMillis) return yield* tooLate
    const asked = yield* Effect.result(ask(OPERATION, address, deviceFlow.tokens, fields))
    if (asked._tag === "Failure") {
      if (!isPassing(asked.failure)) return yield* asked.failure
      return yield* waiting(address, fields, intervalSeconds + SLOW_DOWN_SECONDS, deadlineMillis)
    }
    const { pending, body } = asked.success
    if (pending === undefined) return yield* grantOf(body)
    const slower = pending === "slow_down" ? intervalSeconds + SLOW_DOWN_SECONDS : intervalSeconds
    return yield* waiting(address, fields, slower, deadlineMillis)
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
  const now = yield* Clock.currentTimeMillis
  const started: DeviceSignIn = {
    userCode: begun.user_code,
    verificationUri: begun.verification_uri,
    expiresInSeconds: begun.expires_in,
    wait: waiting(
      address,
      { client_id, device_code: begun.device_code, grant_type: DEVICE_GRANT },
      begun.interval ?? DEFAULT_INTERVAL_SECONDS,
      now + begun.expires_in * 1000
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
