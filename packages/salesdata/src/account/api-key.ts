/**
 * The account kind for providers that use an API key. Takes the check as a parameter, because programs use different
 * ones.
 */
import type { AccountKind, FieldRules } from "@inlay/agent-plugin/Account"
import * as Purse from "@inlay/core-http/Purse"
import * as Effect from "effect/Effect"

import { OPERATIONS } from "../wire/paid-path.ts"
import { fields } from "./fields.ts"
import { settingsOf } from "./settings.ts"

const spending: NonNullable<AccountKind["spending"]> = Effect.fnUntraced(function* (account) {
  const { baseAddress, credential, prices } = yield* Effect.fromResult(settingsOf(account))
  return {
    purse: yield* Purse.of(credential, baseAddress),
    prices: {
      [OPERATIONS.person]: { credits: prices.person, field: "price_person" },
      [OPERATIONS.company]: { credits: prices.company, field: "price_company" },
      [OPERATIONS.search]: { credits: prices.search, field: "price_search" }
    }
  }
})

/** @param check checks the account at the provider */
export const apiKeyWith = (check: AccountKind["check"]): AccountKind<FieldRules> => ({
  id: "api_key",
  title: "API key",
  fields,
  validate: settingsOf,
  check,
  spending
})
