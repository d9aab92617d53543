/** `/api/agents`: lists and revokes agents that signed in. Only for callers that manage the hub. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { notThere } from "../../../../hub-error.ts"
import { iso } from "../../../../iso.ts"
import { manager } from "../../../run-as/CurrentPrincipal.ts"
import { AgentGrants, type Agent } from "../../../sign-in/AgentGrants.ts"
import { Api } from "../../api/Api.ts"
import { answering } from "../../failure.ts"

const view = ({ createdMillis, lastUsedMillis, ...agent }: Agent) => ({
  ...agent,
  createdAt: new Date(createdMillis).toISOString(),
  lastUsedAt: iso(lastUsedMillis)
})

const list = Effect.gen(function* () {
  yield* manager("agents")
  return { agents: (yield* (yield* AgentGrants).list).map(view) }
})

const revoke = Effect.fnUntraced(function* (id: string) {
  yield* manager("agents")
  if (yield* (yield* AgentGrants).revoke(id)) return
  return yield* notThere("agents", "There is no agent with that id.")
})

export const layer = HttpApiBuilder.group(Api, "agents", (handlers) =>
  handlers.handleAll({ list: () => answering(list), revoke: ({ params }) => answering(revoke(params.id)) })
)
