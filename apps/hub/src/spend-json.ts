/** Previews of runs and unknown charges as JSON, as the HTTP API and the command line return them. */
import type { Row } from "@inlay/core-http/Ledger"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Preview } from "@inlay/core-http/Spend"

export const unknownChargeJson = ({ id, operation, keys, atMillis, estimate }: Row) => ({
  id,
  operation,
  keys,
  since: new Date(atMillis).toISOString(),
  mayHaveCost: estimate
})

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
