// Finds dimensions and metrics by name.

import { contentDimensions } from "./content-dimensions.ts"
import type { Dimension } from "./dimensions.ts"
import { countOf, perSession } from "./measures.ts"
import { type CountedEvent, type Metric, metrics } from "./metrics.ts"
import { timeDimensions } from "./time-dimensions.ts"
import { visitorDimensions } from "./visitor-dimensions.ts"

export const dimensions: ReadonlyArray<Dimension> = [...timeDimensions, ...visitorDimensions, ...contentDimensions]

const dimensionsByName = new Map(dimensions.map((dimension) => [dimension.apiName, dimension]))

export const findDimension = (name: string): Dimension | undefined => dimensionsByName.get(name)

/** All metrics of a property: the common ones and two for each of its key events. */
export const metricsOf = (keyEvents: ReadonlyArray<CountedEvent>): ReadonlyArray<Metric> => [
  ...metrics,
  ...keyEvents.flatMap(({ eventName, oncePerSession }): ReadonlyArray<Metric> => {
    const shared = {
      description: `Key events named ${eventName}.`,
      category: "Event",
      deprecatedApiNames: [],
      scope: "event",
      restriction: null
    } as const
    const sessions = metrics.find(({ apiName }) => apiName === "sessions")?.measures([]) ?? []
    return [
      {
        ...shared,
        apiName: `keyEvents:${eventName}`,
        uiName: `Key events for ${eventName}`,
        deprecatedApiNames: [`conversions:${eventName}`],
        type: "TYPE_FLOAT",
        measures: () => [oncePerSession ? perSession(eventName) : countOf(eventName)],
        value: ([count = 0]) => count
      },
      {
        ...shared,
        apiName: `sessionKeyEventRate:${eventName}`,
        uiName: `Session key event rate for ${eventName}`,
        type: "TYPE_FLOAT",
        measures: () => [perSession(eventName), ...sessions],
        value: ([part = 0, whole = 0]) => (whole === 0 ? 0 : part / whole)
      }
    ]
  })
]

/** Finds a metric by its current name or a deprecated one. */
export const findMetric = (name: string, keyEvents: ReadonlyArray<CountedEvent>): Metric | undefined =>
  metricsOf(keyEvents).find(({ apiName, deprecatedApiNames }) => apiName === name || deprecatedApiNames.includes(name))
