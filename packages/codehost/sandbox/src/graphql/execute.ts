// Runs an operation that was found valid. A field that fails is null, with its error told beside the data; anything
// else that goes wrong ends the request.

import { executeSync, type ExecutionArgs, type GraphQLFieldResolver } from "graphql"

import { FieldError, type GraphqlProblem, problemOf } from "./errors.ts"
import type { ObjectValue } from "./resolvers.ts"
import { schema } from "./schema.ts"

export interface Execution {
  /** Absent where nothing could run, as with variables that are not of their type. */
  readonly data?: unknown
  readonly errors?: ReadonlyArray<GraphqlProblem>
}

const read: GraphQLFieldResolver<ObjectValue, unknown> = (parent, args, _context, { fieldName }) => {
  const value = parent[fieldName]
  // The library takes a field that is not there for null; the sandbox says nothing that it does not know.
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
