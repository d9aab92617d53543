/**
 * The service's GraphQL: beside the REST API on the public service, beside its `/v3` on enterprise servers
 * (https://docs.github.com/en/enterprise-server/graphql/guides/forming-calls-with-graphql). The typed methods' alone; a
 * hand-written document goes by API Call and its guard.
 */
import type { BaseAddress } from "@inlay/core-http/BaseAddress"
import * as HttpClient from "@inlay/core-http/Client"
import * as Effect from "effect/Effect"

import { manners } from "./manners.ts"
import { failed, type Http } from "./methods.ts"
import { outside, readOnlyReason, type Repositories } from "./restriction.ts"

const addressOf = ({ origin, path }: BaseAddress): BaseAddress => ({
  origin,
  path: path.endsWith("/api/v3") ? path.slice(0, -"/v3".length) : path
})

/** Sends documents with the account's own credential and budget. */
export const graphqlOver = Effect.fnUntraced(function* (
  shared: Omit<HttpClient.ClientOptions, "baseAddress">,
  base: BaseAddress,
  repositories: Repositories,
  readOnly: boolean
) {
  const http = yield* HttpClient.make({ ...shared, baseAddress: addressOf(base) })
  const graphql: Http["graphql"] = (operation, query, variables, about, howToLook) => {
    const request = {
      operation,
      method: "POST",
      endpoint: "/graphql",
      body: { query, variables }
    } as const
    const writes = manners(request, request.endpoint).lane !== undefined
    if (readOnly && writes) return Effect.fail(failed(operation, readOnlyReason))
    if (repositories.size > 0 && !(about && repositories.has(`${about.owner}/${about.repo}`.toLowerCase()))) {
      return Effect.fail(failed(operation, outside(repositories)))
    }
    const sent = http.call({
      ...request,
      changes: writes,
      ...(howToLook !== undefined && { howToLook })
    })
    return Effect.map(sent, ({ body }) =>
      typeof body === "object" && body !== null && "data" in body ? body.data : null
    )
  }
  return graphql
})
