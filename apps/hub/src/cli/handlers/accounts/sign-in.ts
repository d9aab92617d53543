/** Signs in at a terminal: shows the address to open, what to do there, and how much time is left. */
import type { Account } from "@inlay/agent-plugin/Account"
import type { BrowserSignIn, Grant, SignIn } from "@inlay/agent-plugin/SignIn"
import { signInError } from "@inlay/core-http/AuthorizationServer"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import type { Transport } from "@inlay/core-http/Transport"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import { listen } from "../../../accounts/loopback.ts"
import { beginInBrowser, holdGrant, nobodySignedIn } from "../../../accounts/signing-in.ts"
import { isAttended } from "../../../terminal/ask.ts"
import { openBrowser } from "../../../terminal/open-browser.ts"
import { plural } from "../../../terminal/plural.ts"
import { withProgress } from "../../../terminal/progress.ts"
import { screenOf } from "../../../terminal/Screen.ts"
import * as write from "../../../terminal/write.ts"

/** How to sign in: in a browser on this machine, or with a code that is entered on any device. */
export type Way = "browser" | "device"

const MAX_CHARS = 200
const BROWSER_LIMIT = Duration.minutes(5)

const inMinutes = (seconds: number): string => {
  const minutes = Math.max(1, Math.floor(seconds / 60))
  return `within ${plural(minutes, "minute")}. Ctrl-C gives up; nothing is stored then.`
}

/** Writes to standard error, because standard output is for the result. */
const byDevice = Effect.fnUntraced(function* (device: NonNullable<SignIn["device"]>, account: Account) {
  const { userCode, verificationUri, expiresInSeconds, wait } = yield* device(account.settings)
  const { style } = screenOf(process.stderr, process.env)
  yield* write.err(
    [
      `Open       ${style.cyan(ProviderText.line(verificationUri, MAX_CHARS))}`,
      `and enter  ${style.bold(ProviderText.line(userCode, MAX_CHARS))}`,
      style.dim(inMinutes(expiresInSeconds))
    ].join("\n")
  )
  return yield* withProgress("Waiting for you to agree there …")(wait)
})

const byBrowser = (browser: BrowserSignIn, account: Account) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { redirectUri, answerTo } = yield* listen
      const session = yield* beginInBrowser(browser, account, redirectUri)
      const arriving = answerTo(session)
      const { style } = screenOf(process.stderr, process.env)
      yield* write.err(
        [
          "Sign in and agree in your browser, on this machine:",
          style.cyan(session.url.href),
          style.dim(inMinutes(Duration.toSeconds(BROWSER_LIMIT)))
        ].join("\n")
      )
      // Opens a browser only at a terminal, not in a script.
      if (isAttended()) yield* openBrowser(session.url.href)
      const answer = yield* arriving.pipe(
        Effect.timeoutOrElse({ duration: BROWSER_LIMIT, orElse: () => Effect.fail(nobodySignedIn(account.plugin)) }),
        withProgress("Waiting for you to agree there …")
      )
      return yield* session.finish(answer)
    })
  )

const unsupportedSignIn = ({ plugin }: Account, way: Way | undefined) =>
  signInError(plugin, {
    _tag: "Invalid",
    what: way === undefined ? "This account kind has no sign-in." : `This account kind has no sign-in by ${way}.`,
    remedy: { to: "read", text: way === undefined ? "Use another --kind." : "Leave out --sign-in." },
    fields: [{ field: "--sign-in", message: "is not supported by this account kind" }]
  })

/**
 * Signs in and returns the grant.
 *
 * @param way how to sign in; by default in a browser if the service supports it, else by device
 */
export const signIn = (
  { browser, device }: SignIn,
  account: Account,
  way: Way | undefined
): Effect.Effect<Grant, ProviderError, Transport> => {
  const signing =
    browser !== undefined && way !== "device"
      ? byBrowser(browser, account)
      : device !== undefined && way !== "browser"
        ? byDevice(device, account)
        : Effect.fail(unsupportedSignIn(account, way))
  return Effect.tap(signing, (grant) => Effect.sync(() => holdGrant(grant)))
}
