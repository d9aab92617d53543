/** Agents that signed in: `/api/agents`. Only for callers that manage the hub. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { GrantSchema } from "../../credentials/grant-text.ts"
import { failures, Moment, text } from "./shapes.ts"

export const AgentView = Schema.Struct({
  id: Schema.String,
  name: text("The name that the client gave itself, which is unverified"),
  clientId: Schema.String,
  redirectHost: text("Where its sign-in redirected to: a host, or the whole address of another scheme than http"),
  grant: GrantSchema,
  createdAt: Moment,
  lastUsedAt: Schema.NullOr(Moment)
}).annotate({ identifier: "Agent" })

export class AgentsGroup extends HttpApiGroup.make("agents").add(
  HttpApiEndpoint.get("list", "/api/agents", {
    success: Schema.Struct({ agents: Schema.Array(AgentView) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the agents that signed in"),
  HttpApiEndpoint.delete("revoke", "/api/agents/:id", {
    params: { id: text("The agent's id") },
    success: HttpApiSchema.NoContent,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "End the sign-in of an agent")
) {}
