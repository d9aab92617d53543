/**
 * An agent that signs in to a hub: it registers, sends its user to the consent page, and exchanges the code for a
 * token.
 */
import { createHash, randomBytes } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface SigningInAgent {
  /** The address that its user opens in the browser. */
  readonly address: string
  /** The access token, once the user has agreed. */
  readonly token: () => Promise<string>
  readonly close: () => void
}

const form = (values: Readonly<Record<string, string>>) => new URLSearchParams(values).toString()

const post = async (url: string, contentType: string, body: string): Promise<Readonly<Record<string, string>>> => {
  const response = await fetch(url, { method: "POST", headers: { "content-type": contentType }, body })
  const json = (await response.json()) as Readonly<Record<string, string>>
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${JSON.stringify(json)}`)
  return json
}

export const signingInAgent = async (hub: string, name: string): Promise<SigningInAgent> => {
  const code = Promise.withResolvers<string>()
  const callback = createServer((request, response) => {
    code.resolve(new URL(request.url ?? "", "http://127.0.0.1").searchParams.get("code") ?? "")
    response.setHeader("content-type", "text/html")
    response.end("<!doctype html><title>Agent</title><p>Back to the agent.</p>")
  })
  await new Promise<void>((listening) => callback.listen(0, "127.0.0.1", listening))
  const redirectUri = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`
  const { client_id: clientId = "" } = await post(
    `${hub}/oauth/register`,
    "application/json",
    JSON.stringify({
      client_name: name,
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      application_type: "native"
    })
  )
  const verifier = randomBytes(48).toString("base64url")
  const asked = { client_id: clientId, redirect_uri: redirectUri, resource: `${hub}/mcp` }
  const query = form({
    ...asked,
    response_type: "code",
    scope: "mcp",
    state: "a-state",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256"
  })
  return {
    address: `${hub}/oauth/authorize?${query}`,
    token: async () => {
      const body = form({
        ...asked,
        grant_type: "authorization_code",
        code: await code.promise,
        code_verifier: verifier
      })
      const answer = await post(`${hub}/oauth/token`, "application/x-www-form-urlencoded", body)
      return answer["access_token"] ?? ""
    },
    close: () => callback.close()
  }
}

/** Lists the tools. Returns the status and the names. */
export const listTools = async (hub: string, token: string) => {
  const response = await fetch(`${hub}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
  })
  const text = await response.text()
  return { status: response.status, names: [...text.matchAll(/"name":"(\w+)"/g)].map(([, name = ""]) => name) }
}
