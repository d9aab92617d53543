/** Handles all requests of the popup about the repository in the active tab. Loaded with the first of them. */
import * as Effect from "effect/Effect"

import type { HandlersOf } from "../../../messaging/router.ts"
import type { HubRequests } from "../../hub/requests.ts"
import type { RepositoryRequests } from "../requests.ts"
import * as changes from "./changes.ts"
import * as reads from "./reads.ts"
import * as service from "./service.ts"
import * as triggers from "./triggers.ts"

/** All requests except which repository a tab shows, and what is watched. */
export type ShownRequests = Omit<
  RepositoryRequests,
  "repositoryHosts" | "repositoryPage" | "watched" | "watchRepository"
>

/** @param hubTriggers reads what starts agents at the hub, as the options do */
export const make = Effect.fnUntraced(function* (hubTriggers: HandlersOf<HubRequests>["triggers"]) {
  const codeHost = yield* service.make
  const handlers: HandlersOf<ShownRequests> = {
    ...reads.make(codeHost),
    ...changes.make(codeHost),
    ...(yield* triggers.make(hubTriggers))
  }
  return handlers
})
