// What a report is about: a property as its reports see it, and who asks.

import type { Now } from "../events/table.ts"
import type { FieldContext } from "../fields/dimensions.ts"
import type { CountedEvent } from "../fields/metrics.ts"
import type { QualitySettings } from "./quality.ts"

export type Restriction = "COST_DATA" | "REVENUE_DATA"

export interface Subject {
  readonly propertyId: string
  readonly timeZone: string
  readonly currencyCode: string
  /** Undefined where nothing was ever collected: a property without a data stream. */
  readonly context: FieldContext | undefined
  readonly keyEvents: ReadonlyArray<CountedEvent>
  /** Data that the caller's role may not see. */
  readonly restrictions: ReadonlySet<Restriction>
  readonly now: Now
  readonly quality: QualitySettings
}
