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
import * as Result from "effect/Result"

import type { Account, BrowserSignIn } from "./Account.ts"

export type { DeviceSignIn } from "@inlay/core-http/DeviceFlow"
export type { Grant } from "@inlay/core-http/Grant"
export type { BrowserSignIn, RevokeReport, SignIn } from "./Account.ts"

/** A sign-in that waits for its answer in a browser. */
export interface BrowserSession {
  /** Opened by the user's browser; shown too, for a machine that has none. */
  readonly url: URL
  /** Whether an answer belongs to this sign-in: what does not ends nothing. */
  readonly isOurs: (answer: URLSearchParams) => boolean
  /** The grant for an answer, as the query of the redirect address. Serves once: a second answer is refused. */
  readonly finish: (answer: URLSearchParams) => Effect.Effect<Grant, ProviderError, Transport>
}

const USED: Reason = {
  _tag: "Refused",
  guard: "signIn",
  what: "The sign-in was answered before.",
  remedy: { to: "signInAgain" }
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
  const binding = yield* Pkce.make
  const { state, challenge, verifier } = binding
  const url = yield* browser.url(account.settings, { redirectUri, state, challenge })
  const fail = (reason: Reason) => new ProviderError({ provider: account.plugin, operation: "signIn", reason })
  let isAnswered = false
  return {
    url,
    isOurs: (answer) => AuthorizationCode.isOurs(answer, binding),
    finish: (answer) =>
      Effect.suspend(() => {
        if (isAnswered) return Effect.fail(fail(USED))
        isAnswered = AuthorizationCode.isOurs(answer, binding)
        const code = AuthorizationCode.codeOf(answer, binding, browser.issuer?.(account.settings))
        return Result.isFailure(code)
          ? Effect.fail(fail(code.failure))
          : browser.finish(account, { code: code.success, verifier, redirectUri })
      })
  }
})
