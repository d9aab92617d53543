/**
 * Recognizes refusals that only the token of an app gets, such as that of a workflow run, and that no permission of the
 * token would change.
 */
import type { RawAnswer } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"

import { missingRight } from "./rights.ts"
import { after } from "./service-words.ts"
import { problemWords } from "./unprocessable.ts"

/**
 * What only users have: stars, gists, notifications, repositories of their own.
 * https://docs.github.com/en/rest/authentication/endpoints-available-for-github-app-installation-access-tokens
 */
const OF_USERS = /^\/(user|gists|notifications)(\/|$)/

/**
 * Returns the reason of a refusal of an app's token, otherwise `undefined`. An app's token for a user, who has signed
 * in, gets the same answer below `OF_USERS` if the app lacks the permission.
 */
export const refusalOfApp = ({ status, body, headers }: RawAnswer, path: string): Reason | undefined => {
  if (status !== 403 && status !== 422) return undefined
  const words = problemWords(body)
  // https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/enabling-features-for-your-repository/managing-github-actions-settings-for-a-repository#preventing-github-actions-from-creating-or-approving-pull-requests
  if (/Actions is not permitted to (create|approve)\b[\w\s]*pull requests\.?$/i.test(words)) {
    return {
      _tag: "Forbidden",
      what: `A workflow run may not open or approve pull requests here until Actions are allowed to${after(words)}`,
      remedy: { to: "changeSetting", of: "the repository or its organization" }
    }
  }
  if (!OF_USERS.test(path) || !/accessible by integration/i.test(words)) return undefined
  const { needs: permission } = missingRight(headers)
  const needs = `a user's token${permission === undefined ? "" : ` with ${permission}`}`
  return {
    _tag: "Forbidden",
    what: `The account's token belongs to an app, and this call needs ${needs}${after(words)}`,
    remedy: { to: "useAnotherAccount" },
    needs
  }
}
