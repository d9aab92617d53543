/** Caches a property's metadata for a day, because each request uses quota tokens. */
import type { Client } from "@inlay/core-http/Client"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Cache from "effect/Cache"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

import { Metadata } from "../../schema/Metadata.ts"
import { idOf } from "../../schema/names.ts"
import { PropertyName } from "../../schema/Property.ts"
import { decoder } from "../../wire/decoder.ts"
import { ofProperty } from "../../wire/endpoint.ts"
import { operation } from "../../wire/service.ts"

export const metadata = operation({ name: "reports.metadata", input: PropertyName, output: Metadata })

/** The most properties whose metadata is cached. Each takes a few hundred kilobytes. */
const MAX_KEPT = 50

/** Reads a property's metadata at most once a day. */
export const metadataOver = (
  call: Client["call"]
): Effect.Effect<(property: string) => Effect.Effect<Metadata, ProviderError>> => {
  const read = decoder(metadata.name, Metadata)
  return Effect.map(
    Cache.makeWith(
      (id: string) =>
        Effect.flatMap(call({ operation: metadata.name, method: "GET", endpoint: ofProperty(id, "/metadata") }), read),
      { capacity: MAX_KEPT, timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.days(1) : Duration.zero) }
    ),
    (cache) => (property) => Cache.get(cache, idOf(property))
  )
}
