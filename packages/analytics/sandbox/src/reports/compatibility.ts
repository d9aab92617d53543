// Which dimensions and metrics can be combined. Items have no sessions or users, so item dimensions can be combined only
// with item metrics and `eventCount`. (The real service has many more such rules.)

import type { Dimension } from "../fields/dimensions.ts"
import type { Metric } from "../fields/metrics.ts"
import { invalid } from "../frame/errors.ts"

interface Fields {
  readonly dimensions: ReadonlyArray<Dimension>
  readonly metrics: ReadonlyArray<Metric>
}

const isItemMetric = ({ apiName, scope }: Metric): boolean => scope === "item" || apiName === "eventCount"

/** The name of an item dimension that is combined with a metric other than an item metric, if there is one. */
export const conflictOf = ({ dimensions, metrics }: Fields): string | undefined => {
  const item = dimensions.find(({ scope }) => scope === "item")
  return item !== undefined && metrics.some((metric) => !isItemMetric(metric)) ? item.apiName : undefined
}

export const assertCompatible = (fields: Fields): void => {
  const conflict = conflictOf(fields)
  if (conflict === undefined) return
  throw invalid(
    `Please remove ${conflict} to make the request compatible for example. The request's dimensions & metrics are incompatible. To learn more, see https://ga-dev-tools.web.app/ga4/dimensions-metrics-explorer/`
  )
}
