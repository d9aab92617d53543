/** A charge that is unknown as JSON, as the HTTP API and the command line return it. */
import type { Row } from "@inlay/core-http/Ledger"

export const unknownChargeJson = ({ id, operation, keys, atMillis, estimate }: Row) => ({
  id,
  operation,
  keys,
  since: new Date(atMillis).toISOString(),
  mayHaveCost: estimate
})
