/** Checks an account's token with the full client. */
import type { AccountKind } from "@inlay/agent-plugin/Account"
import * as Effect from "effect/Effect"

import * as Client from "../client/CodeHost.ts"
import { checkBy } from "./inspection.ts"

/**
 * https://docs.github.com/en/actions/concepts/security/github_token,
 * https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-an-installation-access-token-for-a-github-app
 */
const OF_APP =
  "The token belongs to an app, not to a user. It ends after an hour, that of a workflow run with its job. Stars, gists and notifications need a user's token."

const inspected = checkBy((settings) =>
  Effect.map(Client.make(settings), ({ tokenOwner, limits, repositories }) => ({
    identity: tokenOwner,
    repository: repositories.get,
    limits: limits({})
  }))
)

/** The `check` of the account kinds. */
export const check: AccountKind["check"] = (account) =>
  Effect.map(inspected(account), (report) =>
    report.identity?.endsWith("[bot]") === true ? { ...report, notes: [OF_APP] } : report
  )
