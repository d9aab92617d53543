/** Keeps stored secrets at the origins that they were entered for. */
import type { AccountKind } from "@inlay/agent-plugin/Account"
import { movedAddresses } from "@inlay/agent-plugin/manifest"
import { invalid } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import type { Values } from "../../../accounts/fields.ts"
import type { StoredAccount } from "../../../accounts/stored-account.ts"

/**
 * Fails if a change leads an account to another origin without new secrets in place of all stored ones. A sign-in
 * belongs to its origin as a whole.
 *
 * @param values what the change sets
 */
export const refuseMovedSecrets = Effect.fnUntraced(function* (
  kind: AccountKind,
  before: StoredAccount,
  values: Values
) {
  const moved = movedAddresses(kind.fields, before.settings, { ...before.settings, ...values })
  if (moved.length === 0) return
  const staleFields =
    kind.signIn === undefined
      ? Object.keys(before.secrets)
          .filter((field) => values[field] === undefined)
          .map((field) => ({ field, message: "must be entered again: the stored one belongs to the old address" }))
      : moved.map((field) => ({
          field,
          message: "leads elsewhere, and the sign-in belongs to the old address: sign in there to replace the account"
        }))
  if (staleFields.length > 0) return yield* invalid("inlay", "connect", staleFields)
})
