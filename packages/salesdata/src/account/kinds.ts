/** How a sales data account is connected. */
import { withTexts, type AccountKind } from "@inlay/agent-plugin/Account"

import { apiKeyWith } from "./api-key.ts"
import { check } from "./check.ts"
import { fieldTexts } from "./field-texts.ts"
import { fields } from "./fields.ts"

export const apiKey: AccountKind = { ...apiKeyWith(check), fields: withTexts(fields, fieldTexts) }
