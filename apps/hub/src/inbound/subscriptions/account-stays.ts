/** Whether an account is still there when its subscription is stored, long after it was found. */
import * as Effect from "effect/Effect"

import { ENVIRONMENT } from "../../accounts/plugin-account.ts"
import { hubError } from "../../hub-error.ts"
import { AccountRows } from "../../storage/AccountRows.ts"

const goneMeanwhile = hubError("subscribe", {
  _tag: "NotFound",
  what: "The account was removed or renamed meanwhile.",
  remedy: { to: "checkNames" },
  nothing: "stored"
})

/** Makes statements, for a transaction, that fail if the account is gone. */
export const accountStays = ({ plugin, name }: { readonly plugin: string; readonly name: string }) =>
  Effect.map(AccountRows, ({ names }) =>
    name === ENVIRONMENT
      ? Effect.void
      : Effect.flatMap(names, (all) =>
          all.some((one) => one.plugin === plugin && one.name === name) ? Effect.void : Effect.fail(goneMeanwhile)
        )
  )
