// OAuth endpoints: tokens for three grant types, and revocation.
// Sources: RFC 6749, RFC 7009, https://developers.google.com/identity/protocols/oauth2/native-app

import { randomBytes } from "node:crypto"
import type { IncomingMessage } from "node:http"

import { type Answer, jsonAnswer, readBody } from "@inlay/sandbox-kit/wire"

import type { SandboxState } from "../state.ts"
import { type Client, findClient } from "./clients.ts"
import { readAssertion, serviceAccountId, serviceAccountProject } from "./service-account.ts"
import { scopes as known } from "./tokens.ts"

export type Fields = Readonly<Record<string, string>>

const accessSeconds = 3599
const jwtGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer"

const failed = (status: number, error: string, error_description: string): Answer<string> =>
  jsonAnswer(status, { error, error_description }, { "cache-control": "no-store" })

const invalidGrant = failed(400, "invalid_grant", "Bad Request")

const tokenAnswer = (body: object): Answer<string> =>
  jsonAnswer(200, body, { "cache-control": "no-store", pragma: "no-cache" })

const accessToken = (
  { clock, tokens }: SandboxState,
  of: { readonly principalId: string; readonly project: string; readonly scopes: ReadonlyArray<string> }
): string =>
  tokens.add({
    ...of,
    value: `ya29.sandbox-${randomBytes(32).toString("base64url")}`,
    label: `${of.principalId}-signed-in`,
    expiresAtMillis: clock.now() + accessSeconds * 1000
  }).value

const byCode = (state: SandboxState, client: Client, fields: Fields): Answer<string> => {
  const { code = "", code_verifier: verifier = "", redirect_uri: redirectUri = "" } = fields
  if (redirectUri === "") return failed(400, "invalid_request", "Missing parameter: redirect_uri")
  const grant = state.grants.redeem(client, code, redirectUri, verifier)
  if (grant === undefined) return invalidGrant
  return tokenAnswer({
    access_token: accessToken(state, { ...grant, project: client.project }),
    expires_in: accessSeconds,
    ...(grant.isOffline ? { refresh_token: state.grants.issueRefreshToken(grant) } : {}),
    scope: grant.scopes.join(" "),
    token_type: "Bearer"
  })
}

const byRefreshToken = (state: SandboxState, client: Client, fields: Fields): Answer<string> => {
  const grant = state.grants.refresh(client, fields["refresh_token"] ?? "")
  state.refreshes.push({
    at: state.clock.stamp(),
    client_id: client.id,
    outcome: grant === undefined ? "invalid_grant" : "renewed"
  })
  if (grant === undefined) return failed(400, "invalid_grant", "Token has been expired or revoked.")
  return tokenAnswer({
    access_token: accessToken(state, { ...grant, project: client.project }),
    expires_in: accessSeconds,
    scope: grant.scopes.join(" "),
    token_type: "Bearer"
  })
}

const byAssertion = (state: SandboxState, { assertion = "" }: Fields, tokenUri: string): Answer<string> => {
  const read = readAssertion(assertion, tokenUri, state.clock.now())
  if ("problem" in read) return failed(400, "invalid_grant", read.problem)
  const scopes = read.scopes.filter((scope) => Object.values(known).some((one) => one === scope))
  if (scopes.length === 0) return failed(400, "invalid_scope", "Invalid OAuth scope or ID token audience provided.")
  const value = accessToken(state, { principalId: serviceAccountId, project: serviceAccountProject, scopes })
  return tokenAnswer({ access_token: value, expires_in: accessSeconds, token_type: "Bearer" })
}

/** The client, if it is known and its secret is correct. Otherwise an error response. */
const clientOf = (fields: Fields): Client | Answer<string> => {
  const { client_id: id = "", client_secret: secret = "" } = fields
  if (id === "") return failed(400, "invalid_request", "Could not determine client ID from request.")
  const client = findClient(id)
  if (client === undefined) return failed(401, "invalid_client", "The OAuth client was not found.")
  if (secret === "") return failed(400, "invalid_request", "client_secret is missing.")
  return secret === client.secret ? client : failed(401, "invalid_client", "Unauthorized")
}

export const giveToken = (state: SandboxState, fields: Fields, tokenUri: string): Answer<string> => {
  const grantType = fields["grant_type"] ?? ""
  if (grantType === jwtGrant) return byAssertion(state, fields, tokenUri)
  const client = clientOf(fields)
  if ("status" in client) return client
  if (grantType === "authorization_code") return byCode(state, client, fields)
  if (grantType === "refresh_token") return byRefreshToken(state, client, fields)
  return failed(400, "unsupported_grant_type", `Invalid grant_type: ${grantType}`)
}

/** Revokes an access token, or a refresh token and everything issued with it. */
export const revoke = (state: SandboxState, { token = "" }: Fields): Answer<string> => {
  const access = state.tokens.find(token)
  const grant = state.grants.revoke(token)
  if (access === undefined && grant === undefined) return failed(400, "invalid_token", "Token expired or revoked")
  state.tokens.revoke(token)
  for (const { label, project, value } of state.tokens.all()) {
    if (grant !== undefined && label === `${grant.principalId}-signed-in` && project === grant.client.project) {
      state.tokens.revoke(value)
    }
  }
  return tokenAnswer({})
}

/** The form in the body. A body that is too long has no fields. */
export const readForm = async (req: IncomingMessage): Promise<Fields> =>
  Object.fromEntries(new URLSearchParams((await readBody(req)) ?? ""))
