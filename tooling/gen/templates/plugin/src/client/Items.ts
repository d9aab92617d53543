/** Items: one by its id. */
import type { Client } from "@inlay/core-http/Client"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { decoder } from "../internal/decoder.ts"
import { Item } from "../schema/Item.ts"

/** Single items. */
export interface Items {
  /** The item of an id; where there is none, it fails as `NotFound`. */
  readonly get: (item: { readonly id: string }) => Effect.Effect<Item, ProviderError>
}

export const make = (http: Client): Items => {
  const item = decoder("getItem", Item)
  return {
    get: ({ id }) =>
      Effect.flatMap(
        http.call({ operation: "getItem", method: "GET", endpoint: `/items/${encodeURIComponent(id)}` }),
        item
      )
  }
}
