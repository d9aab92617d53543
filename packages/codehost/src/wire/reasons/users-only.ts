/**
 * Recognizes that the token of an app's installation was used for what only users have: stars, gists, notifications,
 * repositories of their own. The service refuses it there whatever its permissions are.
 * https://docs.github.com/en/rest/authentication/endpoints-available-for-github-app-installation-access-tokens
 */
import type { RawAnswer } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"

import { missingRight } from "./rights.ts"
import { after, messageOf } from "./service-words.ts"

const OF_USERS = /^\/(user|gists|notifications)(\/|$)/

/**
 * Returns the reason of a refusal of an app's token, otherwise `undefined`. An app's token for a user, who has signed
 * in, gets the same answer if the app lacks the permission.
 */
export const usersOnly = ({ status, body, headers }: RawAnswer, path: string): Reason | undefined => {
  const words = messageOf(body)
  if (status !== 403 || !OF_USERS.test(path) || !/accessible by integration/i.test(words)) return undefined
  const { needs: permission } = missingRight(headers)
  const needs = `a user's token${permission === undefined ? "" : ` with ${permission}`}`
  return {
    _tag: "Forbidden",
    what: `The account's token belongs to an app, and this call needs ${needs}${after(words)}`,
    remedy: { to: "useAnotherAccount" },
    needs
  }
}
