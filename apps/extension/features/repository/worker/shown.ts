/** All that the popup asks about a repository that is in front: loaded with the first of it. */
import * as Effect from "effect/Effect"

import type { HandlersOf } from "../../../messaging/router.ts"
import type { HubRequests } from "../../hub/requests.ts"
import type { RepositoryRequests } from "../requests.ts"
import * as changes from "./changes.ts"
import * as reads from "./reads.ts"
import * as service from "./service.ts"
import * as triggers from "./triggers.ts"

/** All but which repository a tab shows, and what is watched. */
export type ShownRequests = Omit<
  RepositoryRequests,
  "repositoryHosts" | "repositoryPage" | "watched" | "watchRepository"
>

/** @param hubTriggers what starts agents at the hub, as the options read it */
export const make = Effect.fnUntraced(function* (hubTriggers: HandlersOf<HubRequests>["triggers"]) {
  const codeHost = yield* service.make
  const handlers: HandlersOf<ShownRequests> = {
    ...reads.make(codeHost),
    ...changes.make(codeHost),
    ...(yield* triggers.make(hubTriggers))
  }
  return handlers
})
