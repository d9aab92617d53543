/** What the lookups of an account cost. */
import type { AccountKind } from "@inlay/agent-plugin/Account"
import * as Purse from "@inlay/core-http/Purse"
import * as Effect from "effect/Effect"

import { OPERATIONS } from "../wire/paid-path.ts"
import { settingsOf } from "./settings.ts"

/** Returns which key pays for an account's calls, and the highest price of each. Sends nothing. */
export const spending: NonNullable<AccountKind["spending"]> = Effect.fnUntraced(function* (account) {
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
