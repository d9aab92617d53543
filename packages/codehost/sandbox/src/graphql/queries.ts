// Root query fields: the viewer, the rate limit, and objects by name or id.

import { isoSeconds } from "../frame/clock.ts"
import { FieldError } from "./errors.ts"
import { accountField, repositoryField } from "./people.ts"
import { type Input, type Inputs, type ObjectValue, type Result, textIn } from "./resolvers.ts"
import type { Scene } from "./scene.ts"
import { nodeTarget } from "./targets.ts"

const rateLimit = ({ context, token }: Scene): ObjectValue => {
  const { limit, remaining, reset, used } = context.state.rateLimits.standing(token.label, "graphql")
  return { __typename: "RateLimit", cost: 1, limit, nodeCount: 0, remaining, used, resetAt: isoSeconds(reset * 1000) }
}

/** One of several nodes. An error is returned at its place in the list. */
const nodesOf = (scene: Scene, args: Inputs): Result => {
  try {
    return nodeTarget(scene, textIn(args, "id"))
  } catch (error) {
    if (error instanceof FieldError) return error
    throw error
  }
}

export const queryRoot = (scene: Scene): ObjectValue => ({
  __typename: "Query",
  viewer: () => scene.nodes.account(scene.viewer),
  rateLimit: () => rateLimit(scene),
  node: (args) => nodeTarget(scene, textIn(args, "id")),
  nodes: ({ ids = null }) => (Array.isArray(ids) ? ids.map((id: Input) => nodesOf(scene, { id })) : []),
  organization: accountField(scene, "Organization"),
  user: accountField(scene, "User"),
  repository: repositoryField(scene)
})
