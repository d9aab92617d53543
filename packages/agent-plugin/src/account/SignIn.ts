/**
 * Signing in for an account: the provider gives a token after its user has agreed in a browser, and takes it back. OAuth
 * 2.0 itself is core-http's; what a plugin says of its service stands in `Account.ts`, and here is what an app does with it.
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

/** What a sign-in is kept by until its answer comes, where another process may get that. */
export interface PendingSignIn {
  readonly state: string
  /** Whoever has it and the answer gets the grant. */
  readonly verifier: Redacted.Redacted
  readonly redirectUri: string
}

/** What takes the answer to a sign-in in a browser. */
export interface AwaitedAnswer {
  /** Whether an answer belongs to this sign-in: what does not ends nothing. */
  readonly isOurs: (answer: URLSearchParams) => boolean
  /** The grant for an answer, as the query of the redirect address. Serves once: a second answer is refused. */
  readonly finish: (answer: URLSearchParams) => Effect.Effect<Grant, ProviderError, Transport>
}

/** A sign-in that waits for its answer in a browser. */
export interface BrowserSession extends AwaitedAnswer {
  /** Opened by the user's browser; shown too, for a machine that has none. */
  readonly url: URL
  readonly pending: PendingSignIn
}

const USED: Reason = {
  _tag: "Refused",
  guard: "signIn",
  what: "The sign-in was answered before.",
  remedy: { to: "signInAgain" }
}

/** Goes on with a sign-in that was begun before. That its answer serves once over all processes is for the app to see to. */
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
 * Begins a sign-in in a browser, with a state and a verifier of its own. `redirectUri` is an address of the app, to which the
 * service sends the browser back.
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
