/** Checks an account's token with the full client. */
import type { AccountKind } from "@inlay/agent-plugin/Account"
import * as Effect from "effect/Effect"

import * as Client from "../client/CodeHost.ts"
import { checkBy, END_HEADER } from "./inspection.ts"

/**
 * https://docs.github.com/en/actions/concepts/security/github_token,
 * https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-an-installation-access-token-for-a-github-app
 */
const OF_APP =
  "The token belongs to an app, not to a user. It ends after an hour, that of a workflow run with its job. Stars, gists and notifications need a user's token."

/** @param ends whether the day on which the token ends is reported */
const checking = (ends: boolean): AccountKind["check"] => {
  const inspected = checkBy((settings) =>
    Effect.map(Client.make(settings), ({ tokenOwner, limits, repositories }) => ({
      identity: Effect.map(tokenOwner(), ({ login, headers }) => ({
        login,
        headers: ends ? headers : { ...headers, [END_HEADER]: "" }
      })),
      repository: repositories.get,
      limits: limits({})
    }))
  )
  return (account) =>
    Effect.map(inspected(account), (report) =>
      report.identity?.endsWith("[bot]") === true ? { ...report, notes: [OF_APP] } : report
    )
}

/** The `check` of accounts with a token that was entered. */
export const check = checking(true)

/** The `check` of accounts that signed in. Their tokens are renewed, or the grant says when they end. */
export const checkSignIn = checking(false)
