// Lists the accounts and properties that the caller can see, and whether the caller can edit each.
// Source: https://developers.google.com/analytics/devguides/config/admin/v1/rest/v1beta/accountSummaries

import { hasRole, propertyRole, seesAccount } from "../accounts/accounts.ts"
import { type Context, operation } from "../frame/operation.ts"
import type { Content } from "../protocol/encode.ts"
import { listAccountSummariesResponse } from "../protocol/messages/admin.ts"
import { paged, pageQuery } from "./paging.ts"

const summaries = ({ principal, state: { world } }: Context): ReadonlyArray<Content> =>
  [...world.accounts.values()]
    .filter(({ id }) => seesAccount(world, principal, id))
    .map(({ displayName, id }) => ({
      name: `accountSummaries/${id}`,
      account: `accounts/${id}`,
      displayName,
      propertySummaries: [...world.properties.values()]
        .filter(({ accountId, deleteTime }) => accountId === id && deleteTime === null)
        .filter((property) => propertyRole(principal, property) !== undefined)
        .map((property) => ({
          property: `properties/${property.id}`,
          displayName: property.displayName,
          propertyType: property.propertyType,
          parent: `accounts/${id}`,
          canEdit: hasRole(propertyRole(principal, property), "editor")
        }))
    }))

export const accountSummaryOperations = [
  operation("admin", "GET accountSummaries", {
    name: "listAccountSummaries",
    gives: listAccountSummariesResponse,
    query: pageQuery,
    run: (context) => paged(context, "accountSummaries", summaries(context))
  })
]
