// Control actions for sign-ins: tokens, refreshes and the service account's key.

import type { JsonObject } from "@inlay/sandbox-kit/json"
import { type Answer, jsonAnswer } from "@inlay/sandbox-kit/wire"

import type { SandboxState } from "../state.ts"
import { desktopClient } from "./clients.ts"
import { sandboxProject, scopes } from "./tokens.ts"

const bad = (message: string): Answer => jsonAnswer(400, { message })

const addToken = ({ clock, tokens, world }: SandboxState, body: JsonObject): Answer => {
  const { expiresInSeconds = null, principal = "sam", project = sandboxProject, readOnly = false } = body
  const { scopes: requested = readOnly === true ? [scopes.readonly] : Object.values(scopes) } = body
  const { token = `sandbox-made-token-${tokens.all().length + 1}` } = body
  if (typeof principal !== "string" || !world.principals.has(principal)) {
    return bad(`principal must be one of ${[...world.principals.keys()].join(", ")}`)
  }
  if (typeof token !== "string" || typeof project !== "string") return bad("token and project must be text")
  if (!Array.isArray(requested) || !requested.every((scope) => typeof scope === "string")) {
    return bad("scopes must be a list of texts")
  }
  if (expiresInSeconds !== null && typeof expiresInSeconds !== "number") return bad("expiresInSeconds must be a number")
  const accessToken = tokens.add({
    value: token,
    label: principal,
    principalId: principal,
    project,
    scopes: requested,
    expiresAtMillis: expiresInSeconds === null ? null : clock.now() + expiresInSeconds * 1000
  })
  return jsonAnswer(200, { token: accessToken.value, principal, scopes: accessToken.scopes })
}

const grantToken = ({ grants }: SandboxState, { readOnly = false }: JsonObject): Answer => {
  const granted = readOnly === true ? [scopes.readonly] : Object.values(scopes)
  const refresh_token = grants.issueRefreshToken({ client: desktopClient, principalId: "sam", scopes: granted })
  return jsonAnswer(200, { client_id: desktopClient.id, client_secret: desktopClient.secret, refresh_token })
}

export const signInReads: Readonly<Record<string, (state: SandboxState) => Answer>> = {
  "/clients": () => jsonAnswer(200, { client_id: desktopClient.id, client_secret: desktopClient.secret }),
  "/refreshes": ({ refreshes }) => jsonAnswer(200, { total: refreshes.length, items: refreshes })
}

export const signInWrites: Readonly<Record<string, (state: SandboxState, body: JsonObject) => Answer>> = {
  "/tokens": addToken,
  "/tokens/revoke": ({ grants, tokens }, { token }) =>
    jsonAnswer(200, {
      revoked: typeof token === "string" && [tokens.revoke(token), grants.revoke(token) !== undefined].includes(true)
    }),
  "/grants": grantToken
}
