/**
 * The authorization server of the sketch service: code flow with PKCE, single-use refresh tokens, JWT assertions and
 * revocation.
 */
import { createHash, createVerify, randomUUID } from "node:crypto"

/** The response of an endpoint. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export const CLIENT = { id: "sketch-app", secret: "sketch-app-secret-canary" }

const refusal = (error: string): Answer => ({ status: 400, body: { error, error_description: `It is ${error}.` } })

/** @param publicKey of the service account whose assertions are accepted, in PEM */
export const authorization = (publicKey: string) => {
  const codes = new Map<string, { readonly challenge: string; readonly redirectUri: string }>()
  const access = new Set<string>(["sketch-token-canary"])
  const refresh = new Set<string>(["sketch-refresh-canary-0"])
  let grantCount = 0

  const grant = (withRefresh: boolean): Answer => {
    grantCount += 1
    const token = `sketch-access-canary-${grantCount}`
    access.add(token)
    const next = `sketch-refresh-canary-${grantCount}`
    if (withRefresh) refresh.add(next)
    return {
      status: 200,
      body: {
        access_token: token,
        token_type: "Bearer",
        expires_in: 3600,
        scope: "reports.read notes.write",
        ...(withRefresh && { refresh_token: next })
      }
    }
  }

  /** The consent page. Here the user always consents. */
  const authorize = (origin: string, query: URLSearchParams): Answer => {
    const redirectUri = query.get("redirect_uri") ?? ""
    const isSound =
      query.get("response_type") === "code" &&
      query.get("client_id") === CLIENT.id &&
      query.get("code_challenge_method") === "S256" &&
      redirectUri.startsWith("http://127.0.0.1:")
    if (!isSound) return { status: 400, body: "This app may not ask." }
    const code = randomUUID()
    codes.set(code, { challenge: query.get("code_challenge") ?? "", redirectUri })
    const back = new URL(redirectUri)
    back.searchParams.set("code", code)
    back.searchParams.set("state", query.get("state") ?? "")
    back.searchParams.set("iss", origin)
    return { status: 302, headers: { location: back.href } }
  }

  const ofCode = (form: URLSearchParams): Answer => {
    const code = codes.get(form.get("code") ?? "")
    // A code is valid once, even if the exchange fails.
    codes.delete(form.get("code") ?? "")
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url")
    const isProven = code?.challenge === challenge && code.redirectUri === form.get("redirect_uri")
    return isProven ? grant(true) : refusal("invalid_grant")
  }

  const isAssertion = (text: string): boolean => {
    const [header = "", claims = "", signature = ""] = text.split(".")
    const verify = createVerify("RSA-SHA256").update(`${header}.${claims}`)
    return verify.verify(publicKey, Buffer.from(signature, "base64url"))
  }

  const token = (form: URLSearchParams): Answer => {
    const isKnown = form.get("client_id") === CLIENT.id
    const isSecretWrong = form.has("client_secret") && form.get("client_secret") !== CLIENT.secret
    switch (form.get("grant_type")) {
      case "urn:ietf:params:oauth:grant-type:jwt-bearer":
        return isAssertion(form.get("assertion") ?? "") ? grant(false) : refusal("invalid_grant")
      case "authorization_code":
        return !isKnown || isSecretWrong ? { status: 401, body: { error: "invalid_client" } } : ofCode(form)
      case "refresh_token":
        if (!isKnown || isSecretWrong) return { status: 401, body: { error: "invalid_client" } }
        return refresh.delete(form.get("refresh_token") ?? "") ? grant(true) : refusal("invalid_grant")
      default:
        return refusal("unsupported_grant_type")
    }
  }

  return {
    authorize,
    token,
    revoke: (form: URLSearchParams): Answer => {
      access.delete(form.get("token") ?? "")
      return { status: 200 }
    },
    isValid: (header: string | undefined) => access.has((header ?? "").replace(/^Bearer /, "")),
    /** Invalidates every access token. Refresh tokens stay valid. */
    expire: () => access.clear()
  }
}
