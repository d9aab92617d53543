// Executes a validated operation. A field that fails is null and its error is reported beside the data. Any other error
// ends the request.

import { executeSync, type ExecutionArgs, type GraphQLFieldResolver } from "graphql"

import { FieldError, type GraphqlProblem, problemOf } from "./errors.ts"
import type { ObjectValue } from "./resolvers.ts"
import { schema } from "./schema.ts"

export interface Execution {
  /** Absent if nothing was executed, for example because variables have the wrong type. */
  readonly data?: unknown
  readonly errors?: ReadonlyArray<GraphqlProblem>
}

const read: GraphQLFieldResolver<ObjectValue, unknown> = (parent, args, _context, { fieldName }) => {
  const value = parent[fieldName]
  // The library returns null for a missing field. The sandbox throws, because it must not return null for data that it
  // does not have.
  if (value === undefined) throw new TypeError(`the sandbox does not answer for ${parent.__typename}.${fieldName}`)
  return typeof value === "function" ? value(args) : value
}

export const execute = (args: Omit<ExecutionArgs, "schema" | "fieldResolver">): Execution => {
  let end: { readonly by: unknown } | undefined
  const fieldResolver: typeof read = (...field) => {
    if (end !== undefined) throw end.by
    try {
      return read(...field)
    } catch (error) {
      if (!(error instanceof FieldError)) end = { by: error }
      throw error
    }
  }
  const { errors, ...answer } = executeSync({ ...args, schema, fieldResolver })
  if (end !== undefined) throw end.by
  return errors === undefined ? answer : { ...answer, errors: errors.map(problemOf) }
}
