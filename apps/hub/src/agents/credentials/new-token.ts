/**
 * Validates new tokens for the command line and the API. Names must exist, so that a misspelt limit is an error and
 * never missing.
 */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { nearest } from "@inlay/core-http/nearest"
import { MAX_NAMED_FIELDS, invalid, type FieldError, type ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import type { Grant } from "../../principals/Principal.ts"
import type { NewToken } from "./HubTokens.ts"

const MAX_NAME_CHARS = 60

const unknownNames = (
  field: string,
  names: ReadonlyArray<string> | undefined,
  there: ReadonlyArray<string>
): ReadonlyArray<FieldError> =>
  (names ?? [])
    .filter((name) => !there.includes(name))
    .map((name, at) => {
      const near = at < MAX_NAMED_FIELDS ? nearest(name, there, 3) : []
      const hint = near.length === 0 ? "there are none" : `the nearest: ${near.join(", ")}`
      return { field, message: `names ${ProviderText.quote(name, MAX_NAME_CHARS)}, which does not exist; ${hint}` }
    })

const limits = ["plugins", "accounts", "tools", "creditsPerDay"] as const

const managing = ({ manages, ...grant }: Grant): ReadonlyArray<FieldError> =>
  manages === true && (grant.readOnly || limits.some((limit) => grant[limit] !== undefined))
    ? [
        {
          field: "manages",
          message: "cannot be combined with limits: a managing token could create one without limits"
        }
      ]
    : []

/**
 * Returns the token with its name cleaned, or fails with every wrong field.
 *
 * @param accounts the connected accounts, as `plugin/name`
 */
export const checked = (
  plugins: ReadonlyArray<Plugin>,
  accounts: ReadonlyArray<string>,
  token: NewToken
): Effect.Effect<NewToken, ProviderError> => {
  const { grant } = token
  const name = ProviderText.line(token.name.trim(), MAX_NAME_CHARS + 1)
  const fields: ReadonlyArray<FieldError> = [
    ...(name === "" || name.length > MAX_NAME_CHARS
      ? [{ field: "name", message: `must have 1 to ${MAX_NAME_CHARS} characters` }]
      : []),
    ...unknownNames(
      "plugins",
      grant.plugins,
      plugins.map(({ id }) => id)
    ),
    ...unknownNames("accounts", grant.accounts, accounts),
    ...unknownNames(
      "tools",
      grant.tools,
      plugins.flatMap(({ toolSteps }) => toolSteps.map(({ id }) => id))
    ),
    ...managing(grant)
  ]
  return fields.length === 0 ? Effect.succeed({ ...token, name }) : Effect.fail(invalid("inlay", "tokens", fields))
}
