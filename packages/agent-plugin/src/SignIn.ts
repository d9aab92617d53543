/**
 * Signing in for an account: the provider gives a token after its user has agreed in a browser, and takes it back. OAuth
 * 2.0 itself is core-http's; here is what a plugin says of its service, and what an app does with it.
 */
import * as AuthorizationCode from "@inlay/core-http/AuthorizationCode"
import type { DeviceSignIn } from "@inlay/core-http/DeviceFlow"
import type { Grant } from "@inlay/core-http/Grant"
import * as Pkce from "@inlay/core-http/Pkce"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import type { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { Account } from "./Account.ts"

export type { DeviceSignIn } from "@inlay/core-http/DeviceFlow"
export type { Grant } from "@inlay/core-http/Grant"

type Settings = Account["settings"]

/** How an account kind signs in: by a code that is typed in, by an answer that comes back to the browser, or by both. */
export interface SignIn {
  /** Begins for the settings that were given; nothing secret goes in. Nothing has to listen for an answer. */
  readonly device?: (settings: Settings) => Effect.Effect<DeviceSignIn, ProviderError, Transport>
  readonly browser?: BrowserSignIn
  /**
   * Another grant for a refresh token. Fails as `Unauthorized` where the provider no longer takes it: only signing in again
   * helps then. Absent where tokens are not renewed.
   */
  readonly refresh?: (
    account: Account,
    refreshToken: Redacted.Redacted
  ) => Effect.Effect<Grant, ProviderError, Transport>
}

/** Authorization code with PKCE: the plugin knows the endpoints; the app keeps state and verifier, and gets the answer. */
export interface BrowserSignIn {
  /** The address to open. Nothing is sent. */
  readonly url: (
    settings: Settings,
    to: { readonly redirectUri: string; readonly state: string; readonly challenge: string }
  ) => Effect.Effect<URL, ProviderError>
  /** Whose answers are taken (RFC 9207); absent where the service does not name itself. */
  readonly issuer?: (settings: Settings) => AuthorizationCode.Issuer
  /** The grant for the code that came back. The account holds what was given so far, a client's secret included. */
  readonly finish: (
    account: Account,
    answer: { readonly code: string; readonly verifier: Redacted.Redacted; readonly redirectUri: string }
  ) => Effect.Effect<Grant, ProviderError, Transport>
}

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

/** What became of an account's secrets at the provider. */
export interface RevokeReport {
  readonly revoked: boolean
  /** What is left to do by hand, a sentence. */
  readonly left?: string
}
