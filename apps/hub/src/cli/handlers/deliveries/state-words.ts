/** The states of deliveries, as people read them here and in the console. JSON and flags keep those of the API. */
import type { DeliveryState } from "../../../inbound/dispatch/Outbox.ts"

export const STATE_WORDS: Readonly<Record<DeliveryState, string>> = {
  pending: "waiting",
  delivered: "delivered",
  dead: "given up",
  skipped: "skipped"
}
