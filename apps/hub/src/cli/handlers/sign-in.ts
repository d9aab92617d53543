/** A sign-in as a person sees it: where to go, which code to enter, and how long there is time. */
import type { Account } from "@inlay/agent-plugin/Account"
import type { SignIn } from "@inlay/agent-plugin/SignIn"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import { remember } from "../../outbound/unspeakable.ts"
import { withProgress } from "../../terminal/progress.ts"
import { screenOf } from "../../terminal/Screen.ts"
import * as write from "../../terminal/write.ts"

const MAX_CHARS = 200

/** Shown on standard error: standard output is for what comes of it. */
export const signIn = Effect.fnUntraced(function* ({ start }: SignIn, account: Account) {
  const { userCode, verificationUri, expiresInSeconds, wait } = yield* start(account.settings)
  const { style } = screenOf(process.stderr, process.env)
  const minutes = Math.max(1, Math.floor(expiresInSeconds / 60))
  yield* write.err(
    [
      `Open       ${style.cyan(ProviderText.line(verificationUri, MAX_CHARS))}`,
      `and enter  ${style.bold(ProviderText.line(userCode, MAX_CHARS))}`,
      style.dim(`within ${minutes} minute${minutes === 1 ? "" : "s"}. Ctrl-C gives up; nothing is stored then.`)
    ].join("\n")
  )
  const grant = yield* withProgress("Waiting for you to agree there …")(wait)
  remember([grant.accessToken, ...(grant.refreshToken === undefined ? [] : [grant.refreshToken])])
  return grant
})
