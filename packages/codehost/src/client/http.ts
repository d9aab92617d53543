/** Options of the HTTP clients of one account: its token, how the service wants to be called, and how answers are judged. */
import * as Budget from "@inlay/core-http/Budget"
import type { ClientOptions } from "@inlay/core-http/Client"

import { apiVersion, mediaType, userAgent } from "../vendors.ts"
import { failureOf, redirected } from "../wire/errors.ts"
import { SEARCH_LANE, WRITE_LANE, isText, requestPolicy } from "../wire/request-policy.ts"
import { defaults, type Settings } from "./settings.ts"

/** For core-http's `Client.make`, or its `makeSmall`; each adds its base address and guard. One budget for all of them. */
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
    redirected,
    requestPolicy,
    isText
  } as const satisfies Partial<ClientOptions>
}
