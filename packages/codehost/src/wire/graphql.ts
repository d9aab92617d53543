/**
 * The service's GraphQL API, at `/graphql` on the public service and at `/api/graphql` on enterprise servers
 * (https://docs.github.com/en/enterprise-server/graphql/guides/forming-calls-with-graphql). Only the typed methods use
 * this module; callers' own documents go through API Call and its guard.
 */
import type { BaseAddress } from "@inlay/core-http/BaseAddress"
import * as HttpClient from "@inlay/core-http/Client"
import { isJsonObject } from "@inlay/core-http/json-object"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import type { RepositoryName } from "../schema/Repository.ts"
import { onlyReads } from "./graphql-policy.ts"
import { isAnswered, queryFailure } from "./reasons/graphql-errors.ts"
import { fieldsOf } from "./reasons/service-words.ts"
import type { Http } from "./requests.ts"
import { providerError } from "./service.ts"

const addressOf = ({ origin, path }: BaseAddress): BaseAddress => ({
  origin,
  path: path.endsWith("/api/v3") ? path.slice(0, -"/v3".length) : path
})

/**
 * Returns the data of an answer with the nodes that can be read in each connection's `nodes`. A node is null if it cannot
 * be read; the whole list is null if none can.
 */
const readableNodes = (data: unknown): unknown => {
  if (Array.isArray(data)) return data.map(readableNodes)
  if (!isJsonObject(data)) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const list = name === "nodes" ? (value ?? []) : value
      const items = name === "nodes" && Array.isArray(list) ? list.filter((one) => one !== null) : list
      return [name, readableNodes(items)]
    })
  )
}

/**
 * Sends GraphQL documents with the account's own credential and budget.
 *
 * @param guard returns why the account may not send a document, given the document's repository and whether it changes
 * anything
 */
export const graphqlOver = Effect.fnUntraced(function* (
  options: Omit<HttpClient.FreeOptions, "baseAddress">,
  base: BaseAddress,
  guard: (about: RepositoryName | "token" | undefined, changes: boolean) => Reason | undefined
) {
  const http = yield* HttpClient.makeFree({ ...options, baseAddress: addressOf(base) })
  const graphql: Http["graphql"] = (operation, query, variables, about, lookAt) => {
    const request = { operation, method: "POST", endpoint: "/graphql", body: { query, variables } } as const
    const changes = !onlyReads(request)
    const refusal = guard(about, changes)
    if (refusal !== undefined) return Effect.fail(providerError(operation, refusal))
    return Effect.gen(function* () {
      const answer = yield* http.call({ ...request, changes, ...(lookAt !== undefined && { lookAt }) })
      const { data, errors } = fieldsOf(answer.body)
      if (!changes) {
        const reason = queryFailure({ ...answer, receivedAtMillis: yield* Clock.currentTimeMillis })
        if (reason !== undefined) return yield* providerError(operation, reason)
      } else if (!isAnswered(data)) {
        const what = "The service answered a change without the changed record."
        const remedy = { to: "lookFirst", ...(lookAt !== undefined && { at: lookAt }) } as const
        const reason = { _tag: "Decode", what, remedy } as const
        return yield* new ProviderError({ provider: "codehost", operation, outcome: "unknown", reason })
      }
      return {
        data: readableNodes(data),
        headers: answer.headers,
        isPartial: Array.isArray(errors) && errors.length > 0
      }
    })
  }
  return graphql
})
