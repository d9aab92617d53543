/** Analytics accounts and their properties, as far as the credential has access. */
import * as Schema from "effect/Schema"

import { AccountSummary } from "../schema/AccountSummary.ts"
import { pageOf, paging } from "../schema/Page.ts"
import { at } from "../wire/endpoint.ts"
import { lists, type Lists } from "../wire/pages.ts"
import type { Http } from "../wire/requests.ts"
import { operation } from "../wire/service.ts"

/** `GET v1beta/accountSummaries`: accounts with their properties, and whether the credential can edit each property. */
export type Accounts = Lists<Record<never, never>, AccountSummary>

export const list = operation({ name: "accounts.list", input: Schema.Struct(paging), output: pageOf(AccountSummary) })

export const make = (http: Pick<Http, "admin">): Accounts =>
  lists(http.admin, list, { item: AccountSummary, key: "accountSummaries", endpoint: () => at("accountSummaries") })
