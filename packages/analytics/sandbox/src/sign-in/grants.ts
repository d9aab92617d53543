// Authorization codes and refresh tokens. Each code is bound to one client, redirect URL and PKCE challenge, and can be
// used once.
// Sources: RFC 6749, RFC 7636, https://developers.google.com/identity/protocols/oauth2/native-app

import { createHash, randomBytes } from "node:crypto"

import type { Client } from "./clients.ts"

export interface Grant {
  readonly client: Client
  readonly principalId: string
  readonly scopes: ReadonlyArray<string>
}

interface Code extends Grant {
  readonly redirectUri: string
  /** Empty if the request had none. */
  readonly challenge: string
  readonly method: string
  /** Whether a refresh token is issued (`access_type=offline`). */
  readonly isOffline: boolean
}

interface Refreshing extends Grant {
  readonly expiresAtMillis: number | null
}

export interface Grants {
  readonly issueCode: (code: Code) => string
  /**
   * Returns undefined if the code is unknown, used or expired, or does not match the client, redirect URL or verifier.
   */
  readonly redeem: (client: Client, code: string, redirectUri: string, verifier: string) => Code | undefined
  readonly issueRefreshToken: (grant: Grant) => string
  readonly refresh: (client: Client, token: string) => Grant | undefined
  readonly revoke: (token: string) => Grant | undefined
  /**
   * Whether the person has already given consent to the client. In this case, a refresh token is issued only with
   * `prompt=consent`.
   */
  readonly hasConsented: (grant: Pick<Grant, "client" | "principalId">) => boolean
  readonly reset: () => void
}

const codeMillis = 600_000
const testingMillis = 7 * 86_400_000

const s256 = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url")

const isProven = ({ challenge, method }: Code, verifier: string): boolean => {
  if (challenge === "") return verifier === ""
  return (method === "plain" ? verifier : s256(verifier)) === challenge
}

export const makeGrants = (now: () => number): Grants => {
  const codes = new Map<string, Code & { readonly expiresAtMillis: number }>()
  const refreshing = new Map<string, Refreshing>()
  return {
    issueCode: (code) => {
      const value = `4/0${randomBytes(36).toString("base64url")}`
      codes.set(value, { ...code, expiresAtMillis: now() + codeMillis })
      return value
    },
    redeem: (client, value, redirectUri, verifier) => {
      const code = codes.get(value)
      // A code can be tried only once, whether or not it succeeds.
      codes.delete(value)
      if (code === undefined || code.client.id !== client.id || code.expiresAtMillis <= now()) return undefined
      return code.redirectUri === redirectUri && isProven(code, verifier) ? code : undefined
    },
    issueRefreshToken: (grant) => {
      const value = `1//0${randomBytes(48).toString("base64url")}`
      refreshing.set(value, { ...grant, expiresAtMillis: grant.client.isTesting ? now() + testingMillis : null })
      return value
    },
    refresh: (client, value) => {
      const grant = refreshing.get(value)
      if (grant === undefined || grant.client.id !== client.id) return undefined
      return grant.expiresAtMillis !== null && grant.expiresAtMillis <= now() ? undefined : grant
    },
    revoke: (value) => {
      const grant = refreshing.get(value)
      if (grant === undefined) return undefined
      // Revocation ends the person's consent and every other refresh token of the client.
      for (const [token, { client, principalId }] of refreshing) {
        if (client.id === grant.client.id && principalId === grant.principalId) refreshing.delete(token)
      }
      return grant
    },
    hasConsented: ({ client, principalId }) =>
      [...refreshing.values()].some((grant) => grant.client.id === client.id && grant.principalId === principalId),
    reset: () => {
      codes.clear()
      refreshing.clear()
    }
  }
}
