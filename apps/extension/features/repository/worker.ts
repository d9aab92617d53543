/** Handles requests of a repository's page. */
import * as Effect from "effect/Effect"

import type { HandlersOf } from "../../messaging/router.ts"
import type { HubRequests } from "../hub/requests.ts"
import type { RepositoryRequests } from "./requests.ts"
import * as changes from "./worker/changes.ts"
import * as page from "./worker/page.ts"
import * as reads from "./worker/reads.ts"
import * as service from "./worker/service.ts"
import * as triggers from "./worker/triggers.ts"
import type { Watch } from "./worker/watch.ts"

/**
 * @param hubTriggers reads what starts agents at the hub, as the options do
 * @param onLook runs after the user has seen new events, and after a repository is watched or unwatched
 */
export const make = Effect.fnUntraced(function* (
  { handlers: watching }: Watch,
  hubTriggers: HandlersOf<HubRequests>["triggers"],
  onLook: Effect.Effect<void>
) {
  const codeHost = yield* service.make
  return {
    ...(yield* page.make),
    ...reads.make(codeHost),
    ...changes.make(codeHost),
    ...(yield* triggers.make(hubTriggers)),
    watched: (ref) => Effect.tap(watching.watched(ref), onLook),
    watchRepository: (input) => Effect.tap(watching.watchRepository(input), onLook)
  } satisfies HandlersOf<RepositoryRequests>
})
