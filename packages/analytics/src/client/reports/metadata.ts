/** Caches a property's metadata for a day, because each request uses quota tokens. */
import type { Client } from "@inlay/core-http/Client"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Cache from "effect/Cache"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

import { Metadata } from "../../schema/Metadata.ts"
import { idOf } from "../../schema/names.ts"
import { PropertyName } from "../../schema/Property.ts"
import { ofProperty } from "../../wire/endpoint.ts"
import { operation, sparseDecoder } from "../../wire/service.ts"

export const metadata = operation({ name: "reports.metadata", input: PropertyName, output: Metadata })

/** The most properties whose metadata is cached. Each takes a few hundred kilobytes. */
const MAX_KEPT = 50

const MAX_BODY_BYTES = 64 * 1024 * 1024

/** The age from which metadata that lack a name are read again: the name may be new. */
const DOUBTED_AFTER_MILLIS = 60_000

/** The metadata of properties, each read once a day, and again for names that it lacks. */
export interface MetadataCache {
  readonly read: (property: string) => Effect.Effect<Metadata, ProviderError>
  /** Like `read`, but metadata that lack something are read again if they are more than a minute old. */
  readonly readWith: (
    property: string,
    hasAll: (metadata: Metadata) => boolean
  ) => Effect.Effect<Metadata, ProviderError>
  /** To be called after a change of the property's names. */
  readonly forget: (property: string) => Effect.Effect<void>
}

export const cacheOver = (call: Client["call"]): Effect.Effect<MetadataCache> => {
  const decode = sparseDecoder(metadata.name, Metadata, Object.keys(Metadata.fields))
  const lookup = Effect.fnUntraced(function* (id: string) {
    const endpoint = ofProperty(id, "/metadata")
    const answer = yield* call({
      operation: metadata.name,
      method: "GET",
      endpoint,
      maxBodyBytes: MAX_BODY_BYTES
    })
    return { metadata: yield* decode(answer), readAtMillis: yield* Clock.currentTimeMillis }
  })
  const making = Cache.makeWith(lookup, {
    capacity: MAX_KEPT,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.days(1) : Duration.zero)
  })
  return Effect.map(making, (cache): MetadataCache => {
    const read = (property: string) => Effect.map(Cache.get(cache, idOf(property)), (entry) => entry.metadata)
    return {
      read,
      readWith: Effect.fnUntraced(function* (property, hasAll) {
        const entry = yield* Cache.get(cache, idOf(property))
        const ageMillis = (yield* Clock.currentTimeMillis) - entry.readAtMillis
        if (ageMillis < DOUBTED_AFTER_MILLIS || hasAll(entry.metadata)) return entry.metadata
        // Another call may have read them again by now.
        yield* Cache.invalidateWhen(cache, idOf(property), ({ readAtMillis }) => readAtMillis === entry.readAtMillis)
        return yield* read(property)
      }),
      forget: (property) => Cache.invalidate(cache, idOf(property))
    }
  })
}
