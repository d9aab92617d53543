/** The facts of an exchange that an error carries: enough to find the exchange in the provider's log, but no secret. */
import * as Result from "effect/Result"

import type { ProviderError } from "../errors/ProviderError.ts"
import type { TransportFailure, TransportResponse } from "../transport/Transport.ts"
import type { Message } from "./message.ts"

export type ExchangeFacts = Pick<ProviderError, "resource" | "status" | "requestId" | "raw">

/** Matches `x-request-id`, `request-id`, and the same behind a provider's prefix. */
const REQUEST_ID = /(?:^|-)request-id$/
/** Accepts identifiers only, because any other header text may contain anything. */
const IDENTIFIER = /^[\w.:=+/-]{1,128}$/

export const resourceOf = ({ request, target }: Message): { readonly resource: string } => ({
  resource: `${request.method} ${target.url.pathname}`
})

const requestIdOf = (headers: TransportResponse["headers"]): string | undefined => {
  const [, id] = Object.entries(headers).find(([name, value]) => REQUEST_ID.test(name) && IDENTIFIER.test(value)) ?? []
  return id
}

/** Returns an empty object if nothing was sent. */
export const exchangeFacts = (
  message: Message,
  result: Result.Result<TransportResponse, TransportFailure>
): ExchangeFacts => {
  if (Result.isFailure(result)) return result.failure.sent ? resourceOf(message) : {}
  const requestId = requestIdOf(result.success.headers)
  return { ...resourceOf(message), status: result.success.status, ...(requestId !== undefined && { requestId }) }
}
