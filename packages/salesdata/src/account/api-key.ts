/**
 * The account kind for providers that use an API key. Takes the check as a parameter, because programs use different
 * ones.
 */
import type { AccountKind } from "@inlay/agent-plugin/Account"

import { fields } from "./fields.ts"
import { settingsOf } from "./settings.ts"
import { spending } from "./spending.ts"

/** @param check checks the account at the provider */
export const apiKeyWith = (check: AccountKind["check"]): AccountKind => ({
  id: "api_key",
  title: "API key",
  fields,
  validate: settingsOf,
  check,
  spending
})
