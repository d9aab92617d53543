/**
 * Signing in for an account: the provider gives a token after its user has agreed in a browser, and takes it back. OAuth
 * 2.0's device flow (RFC 8628), so nothing has to listen and no secret of a program is needed.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Transport } from "@inlay/core-http/Transport"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

import type { Account } from "./Account.ts"

/** How an account kind signs in. */
export interface SignIn {
  /** Begins for the settings that were given; nothing secret goes in. */
  readonly start: (settings: Readonly<Record<string, string>>) => Effect.Effect<DeviceSignIn, ProviderError, Transport>
  /**
   * Another grant for a refresh token. Fails as `Unauthorized` where the provider no longer takes it: only signing in again
   * helps then.
   */
  readonly refresh: (
    account: Account,
    refreshToken: Redacted.Redacted
  ) => Effect.Effect<Grant, ProviderError, Transport>
}

/** A sign-in that waits for its user. */
export interface DeviceSignIn {
  /** What the user types in at `verificationUri`: letters, digits and hyphens. */
  readonly userCode: string
  /** Safe to open: https, but for a service on this machine. */
  readonly verificationUri: string
  readonly expiresInSeconds: number
  /** Ends when the user has decided; asks at the provider's pace, and never more than every 5 s. Fails when refused or too late. */
  readonly wait: Effect.Effect<Grant, ProviderError, Transport>
}

/** What a sign-in or a refresh gives. */
export interface Grant {
  readonly accessToken: Redacted.Redacted
  /** Unix time in milliseconds; absent: it does not run out. */
  readonly expiresAtMillis?: number
  /** Takes the place of the one before: many providers let each be used once. */
  readonly refreshToken?: Redacted.Redacted
  /** Unix time in milliseconds. */
  readonly refreshExpiresAtMillis?: number
  /** The rights that were granted, where the provider says. */
  readonly scopes: ReadonlyArray<string>
}

/** What became of an account's secrets at the provider. */
export interface RevokeReport {
  readonly revoked: boolean
  /** What is left to do by hand, a sentence. */
  readonly left?: string
}
