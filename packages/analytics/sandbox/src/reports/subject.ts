// The subject of a report: the property's data and the caller's restrictions.

import type { Now } from "../events/table.ts"
import type { FieldContext } from "../fields/dimensions.ts"
import type { CountedEvent } from "../fields/metrics.ts"
import type { QualitySettings } from "./quality.ts"

export type Restriction = "COST_DATA" | "REVENUE_DATA"

export interface Subject {
  readonly propertyId: string
  readonly timeZone: string
  readonly currencyCode: string
  /** Undefined if the property has no data stream and so no data. */
  readonly context: FieldContext | undefined
  readonly keyEvents: ReadonlyArray<CountedEvent>
  /** Data that the caller's role does not permit. */
  readonly restrictions: ReadonlySet<Restriction>
  readonly now: Now
  readonly quality: QualitySettings
}
