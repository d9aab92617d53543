/** One request to the service's sign-in, and what its answer means. No credential goes with it, and no redirect is followed. */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import { Transport, type TransportFailure } from "@inlay/core-http/Transport"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { userAgent } from "../vendors.ts"

const TIME_LIMIT = Duration.seconds(30)
const MAX_ANSWER_BYTES = 64 * 1024

/** What was answered: a body to read, or that the user has not decided yet. */
export interface Asked {
  readonly body: unknown
  readonly pending: "authorization_pending" | "slow_down" | undefined
}

const NO_CLIENT: Reason = {
  _tag: "Invalid",
  what: "The service does not know this client id.",
  fix: "Check client_id, and that sign_in_url is the service where the app was made.",
  fields: [{ field: "client_id", message: "is not known to the service" }]
}

/** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps#error-codes-for-the-device-flow */
const REASONS: Readonly<Record<string, Reason>> = {
  access_denied: {
    _tag: "Forbidden",
    what: "The sign-in was refused in the browser.",
    fix: "Begin it again if that was not meant."
  },
  expired_token: {
    _tag: "Unauthorized",
    what: "The code ran out before it was entered.",
    fix: "Begin the sign-in again."
  },
  token_expired: {
    _tag: "Unauthorized",
    what: "The code ran out before it was entered.",
    fix: "Begin the sign-in again."
  },
  incorrect_device_code: {
    _tag: "Unauthorized",
    what: "The service does not know this sign-in any more.",
    fix: "Begin the sign-in again."
  },
  bad_refresh_token: {
    _tag: "Unauthorized",
    what: "The sign-in has run out or was taken back.",
    fix: "Sign in again: connect the account once more."
  },
  incorrect_client_credentials: NO_CLIENT,
  unauthorized_client: NO_CLIENT,
  invalid_client: NO_CLIENT,
  device_flow_disabled: {
    _tag: "Invalid",
    what: "The app has its device flow turned off.",
    fix: "Turn it on in the app's settings, or use the client id of another app.",
    fields: [{ field: "client_id", message: "is of an app without the device flow" }]
  }
}

const reasonOf = (failure: TransportFailure): Reason =>
  failure.kind === "network"
    ? {
        _tag: "Transport",
        sent: failure.sent,
        what: `The sign-in address could not be reached (${failure.detail}).`,
        fix: "Check the network and sign_in_url, then try again."
      }
    : {
        _tag: "Decode",
        what: "The sign-in address answered in a way that cannot be read.",
        fix: "Check sign_in_url: it is where the service's people sign in, not its API."
      }

const judged = (status: number, text: string): Result.Result<Asked, Reason> => {
  const parsed = Result.try((): unknown => JSON.parse(text))
  const body = Result.isSuccess(parsed) ? parsed.success : undefined
  if (status >= 500) {
    return Result.fail({
      _tag: "Unavailable",
      status,
      what: `The service's sign-in failed (${status}).`,
      fix: "Try again in a minute."
    })
  }
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : undefined
  if (error === "authorization_pending" || error === "slow_down") return Result.succeed({ body, pending: error })
  if (typeof error === "string" && Object.hasOwn(REASONS, error)) return Result.fail(REASONS[error] ?? NO_CLIENT)
  if (status === 404) return Result.fail(NO_CLIENT)
  if (status === 429) return Result.succeed({ body, pending: "slow_down" })
  if (status >= 300 || error !== undefined || typeof body !== "object" || body === null) {
    const said = typeof error === "string" ? ProviderText.quote(error, 60) : String(status)
    return Result.fail({
      _tag: "Decode",
      what: `The sign-in was answered ${said}, which this flow does not know.`,
      fix: "Check sign_in_url: it is where the service's people sign in, not its API."
    })
  }
  return Result.succeed({ body, pending: undefined })
}

/** Whether asking again may help: the network failed, or the service for a moment. */
export const isPassing = ({ reason }: ProviderError): boolean =>
  reason._tag === "Transport" || reason._tag === "Unavailable"

/** Sends fields as a form; https only, but for this machine. */
export const ask = Effect.fnUntraced(function* (
  operation: string,
  address: string,
  path: string,
  fields: Readonly<Record<string, string>>
): Effect.fn.Return<Asked, ProviderError, Transport> {
  const transport = yield* Transport
  const fail = (reason: Reason) => new ProviderError({ provider: "codehost", operation, reason })
  const base = yield* Effect.fromResult(Result.mapError(BaseAddress.parse(address), fail))
  const answer = yield* transport
    .send({
      method: "POST",
      url: new URL(`${BaseAddress.toString(base)}${path}`),
      headers: {
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
        "user-agent": userAgent
      },
      body: new URLSearchParams(fields).toString(),
      maxBodyBytes: MAX_ANSWER_BYTES
    })
    .pipe(
      Effect.mapError((failure) => fail(reasonOf(failure))),
      Effect.timeoutOrElse({
        duration: TIME_LIMIT,
        orElse: () =>
          Effect.fail(
            fail({
              _tag: "Transport",
              sent: true,
              what: "The sign-in address did not answer in time.",
              fix: "Try again."
            })
          )
      })
    )
  return yield* Effect.fromResult(Result.mapError(judged(answer.status, answer.text), fail))
})
