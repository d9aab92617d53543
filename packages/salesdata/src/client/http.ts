/** Options of an account's HTTP client: its address, key, prices, and how the provider's responses are judged. */
import * as Budget from "@inlay/core-http/Budget"
import type { ClientOptions } from "@inlay/core-http/Client"

import { failures } from "../wire/errors.ts"
import type { Judges } from "../wire/judges.ts"
import type { Settings } from "./settings.ts"
import { tariff } from "./tariff.ts"

/**
 * Size limit for all responses except search results. Purchased responses are cached, so they need a limit; no record
 * is larger.
 */
const MAX_RECORD_BYTES = 4 * 1024 * 1024

/** For core-http's `Client.make` or `makeSmall`. */
export const httpOptions = (settings: Settings, judges: Judges): ClientOptions => ({
  provider: "salesdata",
  baseAddress: settings.baseAddress,
  pathStyle: "leading-slash",
  credential: settings.credential,
  maxBodyBytes: MAX_RECORD_BYTES,
  budget: Budget.make({ concurrency: settings.concurrency }),
  failureOf: failures(judges),
  quote: tariff(settings)
})
