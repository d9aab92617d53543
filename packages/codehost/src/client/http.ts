/** HTTP options of an account's clients: the token, the service's rate policy, and how failures are recognized. */
import * as Budget from "@inlay/core-http/Budget"
import type { ClientOptions } from "@inlay/core-http/Client"

import { apiVersion, mediaType, userAgent } from "../vendors.ts"
import { failureOf } from "../wire/errors.ts"
import { SEARCH_LANE, WRITE_LANE, requestPolicy } from "../wire/request-policy.ts"
import { defaults, type Settings } from "./settings.ts"

/**
 * Options of a client for REST with JSON; the caller adds the base address and the guard. All clients made from one
 * result share one budget.
 */
export const httpOptions = (settings: Settings) => {
  const { credential, headers, concurrency, writePauseMillis, searchPauseMillis } = { ...defaults, ...settings }
  return {
    provider: "codehost",
    pathStyle: "leading-slash",
    credential,
    headers: { "user-agent": userAgent, "x-github-api-version": apiVersion, ...headers, accept: mediaType },
    budget: Budget.make({
      concurrency,
      lanes: { [WRITE_LANE]: { pauseMillis: writePauseMillis }, [SEARCH_LANE]: { pauseMillis: searchPauseMillis } }
    }),
    failureOf,
    requestPolicy
  } as const satisfies Partial<ClientOptions>
}
