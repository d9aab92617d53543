/** How a sales data account is connected. */
import type { AccountKind } from "@inlay/agent-plugin/Account"

import { apiKeyWith } from "./api-key.ts"
import { check } from "./check.ts"

export const apiKey: AccountKind = apiKeyWith(check)
