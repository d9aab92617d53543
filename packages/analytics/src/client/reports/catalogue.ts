/** The dimensions and metrics that reports of a property can name, and suggestions for unknown names. */
import { nearest } from "@inlay/core-http/nearest"

import type { Metadata } from "../../schema/Metadata.ts"
import type { Kind } from "../../wire/reports/filter-expression.ts"

type Kinds = ReadonlyMap<string, Kind>

/** The current names of a property's fields, and deprecated names with their replacements. */
export interface Catalogue {
  readonly kinds: Kinds
  /** The names that are suggested. */
  readonly suggested: Kinds
  readonly renamed: ReadonlyMap<string, string>
}

/** The kind of a name that a request can have. Former names are accepted for a time. */
export const kindOf = ({ kinds, renamed }: Catalogue, name: string): Kind | undefined =>
  kinds.get(name) ?? kinds.get(renamed.get(name) ?? "")

/** The names in reports of days. */
export const catalogueOf = ({ dimensions, metrics }: Metadata): Catalogue => {
  const all = [
    ...(dimensions ?? []).map((one) => ({ ...one, kind: "dimension" as const })),
    ...(metrics ?? []).map((one) => ({ ...one, kind: "metric" as const }))
  ]
  const kinds = new Map(all.map(({ apiName, kind }) => [apiName, kind]))
  return {
    kinds,
    suggested: kinds,
    renamed: new Map(
      all.flatMap(({ apiName, deprecatedApiNames }) => (deprecatedApiNames ?? []).map((old) => [old, apiName]))
    )
  }
}

/** The only name of realtime reports that metadata do not contain. */
const MINUTES_AGO = "minutesAgo"

/** https://developers.google.com/analytics/devguides/reporting/data/v1/realtime-api-schema */
const REALTIME =
  /^(appVersion|audience(Id|Name|ResourceName)|(city|country)(Id)?|deviceCategory|eventName|minutesAgo|platform|stream(Id|Name)|unifiedScreenName|customUser:.+|activeUsers|eventCount|keyEvents|screenPageViews)$/

/**
 * The names in realtime reports. A name that only reports of days have counts as known, so that the service's own error
 * stands, but is not suggested.
 */
export const realtimeCatalogueOf = (metadata: Metadata): Catalogue => {
  const { kinds: daily, renamed } = catalogueOf(metadata)
  const kinds: Kinds = new Map([...daily, [MINUTES_AGO, "dimension"]])
  return { kinds, suggested: new Map([...kinds].filter(([name]) => REALTIME.test(name))), renamed }
}

/** Suggestions for an unknown name: its replacement if it is deprecated, or else the most similar names. */
export const suggestionsFor = (
  name: string,
  kind: Kind | undefined,
  { suggested, renamed }: Catalogue
): ReadonlyArray<string> => {
  const now = renamed.get(name)
  if (now !== undefined) return [now]
  const candidates = [...suggested].flatMap(([one, its]) => (kind === undefined || its === kind ? [one] : []))
  const alike = candidates.filter((one) => one.toLowerCase() === name.toLowerCase())
  return alike.length > 0 ? alike : nearest(name, candidates, 3)
}
