/**
 * Signing in to an account: the user consents in a browser, and the provider issues a token, which can be revoked
 * later. The OAuth 2.0 protocol is in core-http and a plugin's description of its service is in `Account.ts`; this
 * module is the app's side of the flow.
 */
import * as AuthorizationCode from "@inlay/core-http/AuthorizationCode"
import type { Grant } from "@inlay/core-http/Grant"
import * as Pkce from "@inlay/core-http/Pkce"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import type { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { Account, BrowserSignIn } from "./Account.ts"

export type { DeviceSignIn } from "@inlay/core-http/DeviceFlow"
export type { Grant } from "@inlay/core-http/Grant"
export type { BrowserSignIn, RevokeReport, SignIn } from "./Account.ts"

/** What to store until the sign-in's response arrives, if another process may receive it. */
export interface PendingSignIn {
  readonly state: string
  /** Whoever holds the verifier and the response can get the grant. */
  readonly verifier: Redacted.Redacted
  readonly redirectUri: string
}

/** Accepts the response to a browser sign-in. */
export interface AwaitedAnswer {
  /** Whether a response belongs to this sign-in. A response that does not must not end the sign-in. */
  readonly isOurs: (answer: URLSearchParams) => boolean
  /**
   * Exchanges a response, given as the query of the redirect URL, for a grant. Can be used once: a second response is
   * refused.
   */
  readonly finish: (answer: URLSearchParams) => Effect.Effect<Grant, ProviderError, Transport>
}

/** A browser sign-in that waits for its response. */
export interface BrowserSession extends AwaitedAnswer {
  /** The URL to open in the user's browser. Also displayed, for machines without a browser. */
  readonly url: URL
  readonly pending: PendingSignIn
}

const USED: Reason = {
  _tag: "Refused",
  guard: "signIn",
  what: "The sign-in was already answered.",
  remedy: { to: "signInAgain" }
}

/**
 * Resumes a sign-in that was started earlier. The app must make sure that its response is used only once across
 * processes.
 */
export const resume = (browser: BrowserSignIn, account: Account, pending: PendingSignIn): AwaitedAnswer => {
  const { verifier, redirectUri } = pending
  const fail = (reason: Reason) => new ProviderError({ provider: account.plugin, operation: "signIn", reason })
  let isAnswered = false
  return {
    isOurs: (answer) => AuthorizationCode.isOurs(answer, pending),
    finish: (answer) =>
      Effect.suspend(() => {
        if (isAnswered) return Effect.fail(fail(USED))
        isAnswered = AuthorizationCode.isOurs(answer, pending)
        const code = AuthorizationCode.codeOf(answer, pending, browser.issuer?.(account.settings))
        return Result.isFailure(code)
          ? Effect.fail(fail(code.failure))
          : browser.finish(account, { code: code.success, verifier, redirectUri })
      })
  }
}

/**
 * Starts a browser sign-in with a new state and verifier. `redirectUri` is the app's address to which the service
 * redirects the browser.
 */
export const begin = Effect.fnUntraced(function* (
  browser: BrowserSignIn,
  account: Account,
  redirectUri: string
): Effect.fn.Return<BrowserSession, ProviderError> {
  const { state, challenge, verifier } = yield* Pkce.make
  const url = yield* browser.url(account.settings, { redirectUri, state, challenge })
  const pending: PendingSignIn = { state, verifier, redirectUri }
  return { url, pending, ...resume(browser, account, pending) }
})
