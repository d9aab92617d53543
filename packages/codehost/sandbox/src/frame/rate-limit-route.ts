// Route for the caller's rate limits. The call itself does not count against a limit.

import type { Context, Routes } from "./context.ts"
import { anonymous, resources } from "./rate-limits.ts"
import { ok } from "./reply.ts"

const rateLimit = ({ state, token }: Context) => {
  const label = token?.label ?? anonymous
  const standings = resources.map((resource) => [resource, state.rateLimits.standing(label, resource)])
  return ok({ resources: Object.fromEntries(standings) as unknown, rate: state.rateLimits.standing(label, "core") })
}

export const rateLimitRoutes: Routes = { "GET /rate_limit": { run: rateLimit, resource: null } }
