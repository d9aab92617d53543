/**
 * Handles requests of a repository's page: which repository it is, and what is watched. Everything else is in a part
 * that is loaded when first used.
 */
import * as Effect from "effect/Effect"

import { handlersIn, partOf } from "../../messaging/lazy.ts"
import type { HandlersOf } from "../../messaging/router.ts"
import type { HubRequests } from "../hub/requests.ts"
import { inputs, type RepositoryRequests } from "./requests.ts"
import * as page from "./worker/page.ts"
import type { ShownRequests } from "./worker/shown.ts"
import { Watch } from "./worker/watch.ts"

const {
  repositoryHosts: _hosts,
  repositoryPage: _page,
  watched: _watched,
  watchRepository: _watch,
  ...ofShown
} = inputs

/**
 * @param hubTriggers reads what starts agents at the hub, as the options do
 * @param onLook runs after the user has seen new events, and after a repository is watched or unwatched
 */
export const make = Effect.fnUntraced(function* (
  hubTriggers: HandlersOf<HubRequests>["triggers"],
  onLook: Effect.Effect<void>
) {
  const shown = yield* partOf(async () => (await import("./worker/shown.ts")).make(hubTriggers))
  const { handlers: watching } = yield* Watch
  const handlers: HandlersOf<RepositoryRequests> = {
    ...(yield* page.make),
    ...handlersIn<ShownRequests>(shown, ofShown),
    watched: (ref) => Effect.tap(watching.watched(ref), onLook),
    watchRepository: (input) => Effect.tap(watching.watchRepository(input), onLook)
  }
  return handlers
})
