// OAuth endpoints: device codes, and tokens for three grant types. As with the real service, the token endpoint reports
// errors with status 200.
// Source: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/troubleshooting-oauth-app-access-token-request-errors

import type { IncomingMessage, ServerResponse } from "node:http"

import { type App, findApp } from "./apps.ts"
import { expiresInSeconds } from "./device.ts"
import { grantedScopes } from "./scopes.ts"
import type { SignInState } from "./state.ts"
import type { TokenAnswer } from "./tokens.ts"
import { type Fields, readFields, sendFields } from "./wire.ts"

const docs = "https://docs.github.com"
const deviceDocs = `${docs}/developers/apps/authorizing-oauth-apps#error-codes-for-the-device-flow`
const tokenDocs = `${docs}/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/`

const descriptions = {
  authorization_pending: ["The authorization request is still pending.", deviceDocs],
  slow_down: ["Too many requests have been made in the same timeframe.", docs],
  expired_token: ["The device_code has expired.", deviceDocs],
  access_denied: ["The authorization request was denied.", deviceDocs],
  incorrect_device_code: ["The device_code provided is not valid.", deviceDocs],
  unsupported_grant_type: ["The grant type must be urn:ietf:params:oauth:grant-type:device_code", deviceDocs],
  device_flow_disabled: ["Device Flow must be explicitly enabled for this App", docs],
  incorrect_client_credentials: [
    "The client_id and/or client_secret passed are incorrect.",
    `${tokenDocs}#incorrect-client-credentials`
  ],
  bad_verification_code: ["The code passed is incorrect or expired.", `${tokenDocs}#bad-verification-code`],
  bad_refresh_token: ["The refresh token passed is incorrect or expired.", `${tokenDocs}#bad-refresh-token`]
} as const

type ErrorCode = keyof typeof descriptions

const failure = (error: ErrorCode, more: TokenAnswer = {}): TokenAnswer => {
  const [description, uri] = descriptions[error]
  return { error, error_description: description, error_uri: uri, ...more }
}

const beginDevice = (state: SignInState, fields: Fields, origin: string): readonly [number, TokenAnswer] => {
  const app = findApp(fields["client_id"] ?? "")
  if (app === undefined) return [404, { error: "Not Found" }]
  if (!app.deviceFlow) return [400, failure("device_flow_disabled")]
  const { deviceCode, intervalSeconds, userCode } = state.device.begin(app, grantedScopes(fields["scope"] ?? ""))
  return [
    200,
    {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: `${origin}/codehost-web/login/device`,
      expires_in: expiresInSeconds,
      interval: intervalSeconds
    }
  ]
}

const byDevice = (state: SignInState, app: App, fields: Fields): TokenAnswer => {
  const poll = state.device.poll(app, fields["device_code"] ?? "")
  if ("signIn" in poll) return state.tokens.grant(app, poll.login, poll.signIn.scopes, true)
  return failure(poll.error, poll.error === "slow_down" ? { interval: poll.intervalSeconds } : {})
}

const byCode = (state: SignInState, app: App, fields: Fields): TokenAnswer => {
  const grant = state.codes.redeem(app, fields["code"] ?? "", {
    verifier: fields["code_verifier"] ?? null,
    redirectUri: fields["redirect_uri"] ?? null
  })
  if (grant === undefined) return failure("bad_verification_code")
  return state.tokens.grant(app, grant.login, grant.scopes, false)
}

const giveToken = (state: SignInState, fields: Fields): TokenAnswer => {
  const app = findApp(fields["client_id"] ?? "")
  const secret = fields["client_secret"]
  if (app === undefined || (secret !== undefined && secret !== app.secret)) {
    return failure("incorrect_client_credentials")
  }
  switch (fields["grant_type"] ?? "authorization_code") {
    case "urn:ietf:params:oauth:grant-type:device_code":
      return app.deviceFlow ? byDevice(state, app, fields) : failure("device_flow_disabled")
    case "refresh_token":
      return (
        state.tokens.refresh(app, fields["refresh_token"] ?? "", secret !== undefined) ?? failure("bad_refresh_token")
      )
    case "authorization_code":
      return secret === undefined ? failure("incorrect_client_credentials") : byCode(state, app, fields)
    default:
      return failure("unsupported_grant_type")
  }
}

type Endpoint = (state: SignInState, req: IncomingMessage, res: ServerResponse, origin: string) => Promise<void>

/** Endpoints by method and path below `/codehost-web`. */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  "POST /login/device/code": async (state, req, res, origin) =>
    sendFields(req, res, ...beginDevice(state, await readFields(req), origin)),
  "POST /login/oauth/access_token": async (state, req, res) =>
    sendFields(req, res, 200, giveToken(state, await readFields(req)))
}
