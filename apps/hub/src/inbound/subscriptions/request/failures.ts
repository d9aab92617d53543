/** Failures of a request for a subscription, before anything is stored. */
import type { Reason } from "@inlay/core-http/ProviderError"

import { hubError, wrongField } from "../../../hub-error.ts"

const OPERATION = "subscribe"

export const failure = (reason: Reason) => hubError(OPERATION, reason)

export const wrong = (field: string, message: string) => wrongField(OPERATION, field, message)
