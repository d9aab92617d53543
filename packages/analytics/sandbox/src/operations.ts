// All operations of both services.

import { accountSummaryOperations } from "./admin/account-summaries.ts"
import { dataStreamOperations } from "./admin/data-streams.ts"
import { keyEventOperations } from "./admin/key-events.ts"
import { propertyOperations } from "./admin/properties.ts"
import { fieldOperations } from "./fields/operations.ts"
import type { Operation, Service } from "./frame/operation.ts"
import { reportOperations } from "./reports/operations.ts"

export const operations: ReadonlyArray<Operation> = [
  ...reportOperations,
  ...fieldOperations,
  ...accountSummaryOperations,
  ...propertyOperations,
  ...keyEventOperations,
  ...dataStreamOperations
]

export const operationsOf = (service: Service): ReadonlyArray<Operation> =>
  operations.filter((operation) => operation.service === service)
