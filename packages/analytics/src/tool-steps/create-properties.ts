import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import { withReason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Analytics } from "../client/Analytics.ts"
import * as Properties from "../client/Properties.ts"
import { DataStream } from "../schema/DataStream.ts"
import { siteAddress } from "../schema/names.ts"
import { Property } from "../schema/Property.ts"
import { scopes } from "../vendors.ts"

const NO_STREAM = "It collects no data until it has a data stream."
const NO_TAG = "It collects data once the site's tag names the stream's measurementId."

export const createProperties = ToolStep.over(Properties.create, {
  id: "analytics_create_properties",
  title: "Create properties",
  description: "Create a property. It collects nothing without a data stream: give site to create one.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: [scopes.edit],
  cost: null,
  own: { site: Schema.optionalKey(siteAddress("https://www.example.com")) },
  output: Schema.Struct({ property: Property, dataStream: Schema.optionalKey(DataStream), note: Schema.String }),
  run: Effect.fnUntraced(function* (input, { site }) {
    const { properties, dataStreams } = yield* Analytics
    const property = yield* properties.create(input)
    if (site === undefined) return { property, note: NO_STREAM }
    const stream = dataStreams.create({ property: property.name, displayName: input.displayName, defaultUri: site })
    const dataStream = yield* Effect.mapError(stream, (error) =>
      withReason(error, {
        ...error.reason,
        what: `${property.name} was created without its data stream: ${error.reason.what}`,
        remedy: { to: "lookFirst", at: property.name }
      })
    )
    return { property, dataStream, note: NO_TAG }
  })
})
