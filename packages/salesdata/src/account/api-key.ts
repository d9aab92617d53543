/** The kind of account that a provider knows by a key, over whichever check the program carries. */
import type { AccountKind } from "@inlay/agent-plugin/Account"

import { fields } from "./fields.ts"
import { settingsOf } from "./settings.ts"
import { spending } from "./spending.ts"

/** @param check asks the provider whether it takes the account */
export const apiKeyWith = (check: AccountKind["check"]): AccountKind => ({
  id: "api_key",
  title: "API key",
  fields,
  validate: settingsOf,
  check,
  spending
})
