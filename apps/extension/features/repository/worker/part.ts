/** What is done for a repository's page, and for those that are watched: the part of the worker that comes with the first of it. */
import * as Effect from "effect/Effect"

import type { HandlersOf } from "../../../messaging/router.ts"
import type { HubRequests } from "../../hub/requests.ts"
import type { RepositoryRequests } from "../requests.ts"
import * as changes from "./changes.ts"
import * as reads from "./reads.ts"
import * as service from "./service.ts"
import * as triggers from "./triggers.ts"
import * as watch from "./watch.ts"

/** All but which repository a tab shows. */
export type PartRequests = Omit<RepositoryRequests, "repositoryHosts" | "repositoryPage">

/**
 * @param hubTriggers what starts agents at the hub, as the options read it
 * @param onLook runs after what is new was looked at, and after a repository is watched or no longer
 */
export const make = Effect.fnUntraced(function* (
  hubTriggers: HandlersOf<HubRequests>["triggers"],
  onLook: Effect.Effect<void>
) {
  const codeHost = yield* service.make
  const { handlers: watching, pollAll } = yield* watch.make
  const handlers: HandlersOf<PartRequests> = {
    ...reads.make(codeHost),
    ...changes.make(codeHost),
    ...(yield* triggers.make(hubTriggers)),
    watched: (ref) => Effect.tap(watching.watched(ref), onLook),
    watchRepository: (input) => Effect.tap(watching.watchRepository(input), onLook)
  }
  return { handlers, pollAll }
})
