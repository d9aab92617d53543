/** Input and output types of the client's methods. */
export type { AccountSummary, PropertySummary } from "../schema/AccountSummary.ts"
export type { DataStream, DataStreamChange, DataStreamName, NewDataStream } from "../schema/DataStream.ts"
export type { KeyEvent, KeyEventChange, KeyEventName, NewKeyEvent } from "../schema/KeyEvent.ts"
export type {
  Compatibility,
  CompatibilityInput,
  DimensionMetadata,
  Metadata,
  MetricMetadata
} from "../schema/Metadata.ts"
export type { Page, PageInput } from "../schema/Page.ts"
export type { Pivot, PivotBatchInput, PivotInput, PivotReport, PivotReports } from "../schema/PivotReport.ts"
export type { NewProperty, Property, PropertyChange, PropertyName, PropertyQuery } from "../schema/Property.ts"
export type { Quality } from "../schema/Quality.ts"
export type { Quota, QuotaStatus } from "../schema/Quota.ts"
export type { MinuteRange, RealtimeInput } from "../schema/RealtimeReport.ts"
export type {
  BatchInput,
  BatchedReport,
  Column,
  Report,
  ReportColumns,
  ReportInput,
  Reports,
  Row,
  Value
} from "../schema/Report.ts"
export type { DateRange } from "../schema/ranges.ts"
