/** An agent that signs in by hand: each request with what a test changes. */
import { createHash } from "node:crypto"

import type { RunningHub } from "../mcp/hub.ts"
import { makeBrowser } from "./browser.ts"

export const CLIENT_ID = "https://agent.example/client.json"
export const REDIRECT = "https://agent.example/callback"
export const OTHER_CLIENT = "https://other.example/client.json"
export const LOCAL_CLIENT = "https://local.example/client.json"
/** Its code is sent to whichever program has registered the scheme. */
export const SCHEME_CLIENT = "https://scheme.example/client.json"
export const SCHEME_REDIRECT = "web+agent://claude.ai/cb"

/** What the clients' addresses hold. */
export const documents: Readonly<Record<string, unknown>> = {
  [CLIENT_ID]: { client_id: CLIENT_ID, client_name: "Agent <b>Smith</b>", redirect_uris: [REDIRECT] },
  [OTHER_CLIENT]: { client_id: OTHER_CLIENT, client_name: "Other", redirect_uris: ["https://other.example/callback"] },
  [LOCAL_CLIENT]: {
    client_id: LOCAL_CLIENT,
    client_name: "Local",
    redirect_uris: ["http://127.0.0.1/cb", "http://[::1]/cb"]
  },
  [SCHEME_CLIENT]: {
    client_id: SCHEME_CLIENT,
    client_name: "Claude",
    redirect_uris: [SCHEME_REDIRECT],
    application_type: "native"
  }
}

const VERIFIER = "a-verifier-of-at-least-forty-three-characters-0123456789"
export const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url")

/** `undefined` leaves a parameter out. */
export type Changes = Readonly<Record<string, string | undefined>>

const parameters = (values: Changes): URLSearchParams =>
  new URLSearchParams(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined))

export const authorizeAddress = (
  hub: Pick<RunningHub, "origin" | "url">,
  changes: Changes = {},
  clientId: string = CLIENT_ID
): URL => {
  const query = parameters({
    client_id: clientId,
    response_type: "code",
    redirect_uri: REDIRECT,
    scope: "mcp",
    state: "a-state",
    resource: hub.url.href,
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: "S256",
    ...changes
  })
  return new URL(`/oauth/authorize?${query.toString()}`, hub.origin)
}

/** A code that the user agreed to. */
export const codeOf = async (hub: RunningHub, changes: Changes = {}, clientId?: string): Promise<string> => {
  const browser = makeBrowser(hub)
  const { location } = await browser.answer(await browser.open(authorizeAddress(hub, changes, clientId)))
  return location?.searchParams.get("code") ?? ""
}

interface TokenAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, string>>
}

export const post = async (hub: RunningHub, path: string, values: Changes): Promise<TokenAnswer> => {
  const response = await fetch(new URL(path, hub.origin), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: parameters(values).toString()
  })
  const text = await response.text()
  return { status: response.status, body: text === "" ? {} : (JSON.parse(text) as Record<string, string>) }
}

export const redeem = (hub: RunningHub, code: string, changes: Changes = {}) =>
  post(hub, "/oauth/token", {
    grant_type: "authorization_code",
    client_id: CLIENT_ID,
    code,
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    resource: hub.url.href,
    ...changes
  })

export const refresh = (hub: RunningHub, token: string | undefined, changes: Changes = {}) =>
  post(hub, "/oauth/token", { grant_type: "refresh_token", client_id: CLIENT_ID, refresh_token: token, ...changes })

/** The tokens of a whole sign-in, and the code that they were given for. */
export const signIn = async (hub: RunningHub) => {
  const code = await codeOf(hub)
  const { body } = await redeem(hub, code)
  return {
    ...body,
    code,
    access_token: body["access_token"] ?? "",
    refresh_token: body["refresh_token"] ?? ""
  }
}

/** The status of a list of tools that is asked for with a token. */
export const callStatus = async (hub: RunningHub, token: string | undefined): Promise<number> => {
  const response = await fetch(hub.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token !== undefined && { authorization: `Bearer ${token}` })
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
  })
  await response.text()
  return response.status
}
