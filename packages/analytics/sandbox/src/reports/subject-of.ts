// Finds the property that a report is about.

import { hasRole, keyEventsOf, type Property, propertyRole, streamsOf } from "../accounts/accounts.ts"
import { findSite } from "../events/sites.ts"
import { invalid, propertyForbidden } from "../frame/errors.ts"
import type { Context } from "../frame/operation.ts"
import type { Subject } from "./subject.ts"

const learnMore =
  "To learn more about Property ID, see https://developers.google.com/analytics/devguides/reporting/data/v1/property-id."

/** The property in the path. Refuses ids that are not numbers, and properties that the caller cannot see. */
export const reportedProperty = ({ params, principal, state }: Context): Property => {
  const id = params["property"] ?? ""
  if (!/^\d+$/.test(id)) throw invalid(`Invalid property ID: ${id}. A numeric Property ID is required. ${learnMore}`)
  const property = state.world.properties.get(id)
  if (property === undefined || property.deleteTime !== null || !hasRole(propertyRole(principal, property), "viewer")) {
    throw propertyForbidden()
  }
  return property
}

export const subjectOf = (context: Context): Subject => {
  const { principal, state } = context
  const { currencyCode, id, timeZone } = reportedProperty(context)
  const site = findSite(id)
  const keyEvents = keyEventsOf(state.world, id)
  const names = new Map(streamsOf(state.world, id).map((stream) => [stream.id, stream.displayName]))
  return {
    propertyId: id,
    timeZone,
    currencyCode,
    context:
      site === undefined
        ? undefined
        : {
            site,
            streamNames: site.streams.map((stream) => names.get(stream) ?? "(not set)"),
            keyEvents: new Set(keyEvents.map(({ eventName }) => eventName))
          },
    keyEvents: keyEvents.map(({ countingMethod, eventName }) => ({
      eventName,
      oncePerSession: countingMethod === "ONCE_PER_SESSION"
    })),
    restrictions: new Set(principal.restrictions),
    now: { millis: state.clock.now(), timeZone },
    quality: state.settings
  }
}
