// Issues tokens to applications and registers them with the API. Each refresh token can be used once.
// Source: https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens

import { createHash, randomBytes } from "node:crypto"

import type { NewToken, TokenStore } from "../frame/tokens.ts"
import type { App } from "./apps.ts"

/** The token store of the API. */
export interface TokenDesk extends Pick<TokenStore, "revoke"> {
  /** Unix milliseconds of the sandbox's clock. */
  readonly now: () => number
  readonly add: (token: NewToken) => void
}

/** The token response for an application. */
export type TokenAnswer = Readonly<Record<string, string | number>>

interface Renewable {
  readonly app: App
  readonly login: string
  readonly accessToken: string
  readonly expiresAtMillis: number
  /** Tokens from the device flow can be refreshed without a client secret. */
  readonly viaDevice: boolean
}

/** One attempt to refresh a token. The tokens themselves are not recorded. */
export interface Refresh {
  readonly client_id: string
  readonly at: string
  readonly outcome: "renewed" | "bad_refresh_token"
}

const hour = 3_600
const accessSeconds = 8 * hour
const refreshSeconds = 184 * 24 * hour

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const randomText = (length: number): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join("")

export interface Tokens {
  readonly grant: (app: App, login: string, scopes: ReadonlyArray<string>, viaDevice: boolean) => TokenAnswer
  /** Returns undefined if the refresh token is unknown, used or expired, or belongs to another application. */
  readonly refresh: (app: App, refreshToken: string, hasSecret: boolean) => TokenAnswer | undefined
  readonly revoke: (credential: string) => boolean
  readonly refreshes: () => ReadonlyArray<Refresh>
  readonly reset: () => void
}

export const makeTokens = (desk: TokenDesk): Tokens => {
  const renewable = new Map<string, Renewable>()
  let refreshes: Array<Refresh> = []
  const keyOf = (token: string): string => createHash("sha256").update(token).digest("hex")

  const grant: Tokens["grant"] = (app, login, scopes, viaDevice) => {
    const isExpiring = app.kind === "expiring"
    const value = `${isExpiring ? "ghu" : "gho"}_${randomText(36)}`
    const expiresAtMillis = isExpiring ? desk.now() + accessSeconds * 1000 : null
    const ownScopes = isExpiring ? [] : scopes
    const rights = isExpiring
      ? ({ kind: "app", permissions: { all: "write", metadata: "read" } } as const)
      : ({ kind: "oauth", scopes: ownScopes } as const)
    desk.add({ value, login, ...rights, expiresAtMillis })
    const answer = { access_token: value, token_type: "bearer", scope: ownScopes.join(",") }
    if (!isExpiring) return answer
    const refreshToken = `ghr_${randomText(76)}`
    const refreshExpires = desk.now() + refreshSeconds * 1000
    renewable.set(keyOf(refreshToken), { app, login, accessToken: value, expiresAtMillis: refreshExpires, viaDevice })
    return {
      ...answer,
      expires_in: accessSeconds,
      refresh_token: refreshToken,
      refresh_token_expires_in: refreshSeconds
    }
  }

  return {
    grant,
    refresh: (app, refreshToken, hasSecret) => {
      const renewal = renewable.get(keyOf(refreshToken))
      const fits =
        renewal !== undefined &&
        renewal.app.clientId === app.clientId &&
        renewal.expiresAtMillis > desk.now() &&
        (hasSecret || renewal.viaDevice)
      refreshes.push({
        client_id: app.clientId,
        at: new Date(desk.now()).toISOString(),
        outcome: fits ? "renewed" : "bad_refresh_token"
      })
      if (!fits) return undefined
      // A refresh invalidates both old tokens.
      renewable.delete(keyOf(refreshToken))
      desk.revoke(renewal.accessToken)
      return grant(app, renewal.login, [], renewal.viaDevice)
    },
    revoke: (credential) => {
      const renewal = renewable.get(keyOf(credential))
      if (renewal === undefined) return desk.revoke(credential)
      renewable.delete(keyOf(credential))
      desk.revoke(renewal.accessToken)
      return true
    },
    refreshes: () => refreshes,
    reset: () => {
      renewable.clear()
      refreshes = []
    }
  }
}
