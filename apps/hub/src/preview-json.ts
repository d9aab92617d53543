/** A preview of a run as JSON, as the HTTP API and `inlay run --preview` return it. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Preview } from "@inlay/core-http/Spend"

import { unknownChargeJson } from "./unknown-charge-json.ts"

/** @param failureOf writes why the run would be refused */
export const previewJson = <A>(
  { cached, blocking, uncachedPurchase, refusal, ...rest }: Preview,
  failureOf: (error: ProviderError) => A
) => ({
  ...rest,
  cached: cached ?? null,
  blocking: blocking.map(unknownChargeJson),
  uncachedPurchase: uncachedPurchase ?? null,
  refusal: refusal === undefined ? null : failureOf(refusal)
})
