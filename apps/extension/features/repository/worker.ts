/** A repository's page in the worker: which one it is, at once; all else that the popup asks about it, from a part loaded then. */
import * as Effect from "effect/Effect"

import { handlersIn, partOf } from "../../messaging/lazy.ts"
import type { HandlersOf } from "../../messaging/router.ts"
import type { HubRequests } from "../hub/requests.ts"
import { inputs, type RepositoryRequests } from "./requests.ts"
import * as page from "./worker/page.ts"
import type { PartRequests } from "./worker/part.ts"

const { repositoryHosts: _hosts, repositoryPage: _page, ...ofPart } = inputs

/**
 * @param hubTriggers what starts agents at the hub, as the options read it
 * @param onLook runs after what is new was looked at, and after a repository is watched or no longer
 */
export const make = Effect.fnUntraced(function* (
  hubTriggers: HandlersOf<HubRequests>["triggers"],
  onLook: Effect.Effect<void>
) {
  const part = yield* partOf(async () => (await import("./worker/part.ts")).make(hubTriggers, onLook))
  const handlers: HandlersOf<RepositoryRequests> = {
    ...(yield* page.make),
    ...handlersIn<PartRequests>(
      Effect.map(part, (own) => own.handlers),
      ofPart
    )
  }
  return { handlers, pollAll: Effect.flatMap(part, ({ pollAll }) => pollAll) }
})
