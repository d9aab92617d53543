/** What sign-ins at a terminal and those in the console share. */
import type { Account } from "@inlay/agent-plugin/Account"
import { begin, type BrowserSignIn, type Grant } from "@inlay/agent-plugin/SignIn"
import { signInError } from "@inlay/core-http/AuthorizationServer"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { holdInput } from "./known-secrets.ts"

/** The failure of a sign-in that its user did not complete. */
export const nobodySignedIn = (provider: string): ProviderError =>
  signInError(provider, {
    _tag: "Timeout",
    sent: false,
    what: "Nobody signed in in time.",
    remedy: { to: "signInAgain" }
  })

const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && BaseAddress.isLoopback(hostname))

/** Begins a sign-in in a browser. Fails if others could read what the browser sends to the service. */
export const beginInBrowser = (browser: BrowserSignIn, account: Account, redirectUri: string) =>
  Effect.filterOrFail(
    begin(browser, account, redirectUri),
    ({ url }) => isSafe(url),
    () =>
      signInError(account.plugin, {
        _tag: "Refused",
        guard: "baseAddress",
        what: "The address to sign in at is not https, and was not opened.",
        remedy: { to: "checkAddress", of: "signIn" }
      })
  )

/** Redacts a grant's secrets from now on. */
export const holdGrant = ({ accessToken, refreshToken }: Grant): void =>
  holdInput(refreshToken === undefined ? [accessToken] : [accessToken, refreshToken])
