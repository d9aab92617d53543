/** Options of the HTTP client of one account: its address, key, prices, and how its provider's answers are judged. */
import * as Budget from "@inlay/core-http/Budget"
import type { ClientOptions } from "@inlay/core-http/Client"

import { failures } from "../wire/errors.ts"
import type { Judges } from "../wire/judges.ts"
import type { Settings } from "./settings.ts"
import { tariff } from "./tariff.ts"

/** Of any answer but a search's. What is bought is cached, so it is bounded; no record is longer. */
const MAX_RECORD_BYTES = 4 * 1024 * 1024

/** For core-http's `Client.make`, or its `makeSmall`. */
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
