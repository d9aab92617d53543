// Authorization codes of the web flow. Each is bound to one application, redirect URL and PKCE challenge, and can be
// used once.
// Source: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps#web-application-flow, RFC 7636

import { createHash, randomBytes } from "node:crypto"

import type { App } from "./apps.ts"

export interface CodeGrant {
  readonly app: App
  readonly login: string
  readonly scopes: ReadonlyArray<string>
  readonly redirectUri: string
  /** The S256 challenge, or null if the request had none. */
  readonly challenge: string | null
}

export interface Codes {
  readonly issue: (grant: CodeGrant) => string
  /** Returns undefined if the code is unknown, used or expired, or does not match the application or proof. */
  readonly redeem: (
    app: App,
    code: string,
    proof: { readonly verifier: string | null; readonly redirectUri: string | null }
  ) => CodeGrant | undefined
  readonly reset: () => void
}

const lifeMillis = 600_000

const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url")

export const makeCodes = (now: () => number): Codes => {
  const codes = new Map<string, CodeGrant & { readonly expiresAtMillis: number }>()
  return {
    issue: (grant) => {
      const code = randomBytes(10).toString("hex")
      codes.set(code, { ...grant, expiresAtMillis: now() + lifeMillis })
      return code
    },
    redeem: (app, code, { redirectUri, verifier }) => {
      const grant = codes.get(code)
      // A code can be tried only once, whether or not it succeeds.
      codes.delete(code)
      if (grant === undefined || grant.app !== app || grant.expiresAtMillis <= now()) return undefined
      if (redirectUri !== null && redirectUri !== grant.redirectUri) return undefined
      const isProven = grant.challenge === null || (verifier !== null && challengeOf(verifier) === grant.challenge)
      return isProven ? grant : undefined
    },
    reset: () => codes.clear()
  }
}
