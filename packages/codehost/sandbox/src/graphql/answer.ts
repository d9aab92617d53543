// Answers GraphQL requests: parses, validates and executes the document. Errors are returned with status 200, as the
// service does.
// Source: https://docs.github.com/en/graphql/guides/forming-calls-with-graphql

import { isObject } from "@inlay/sandbox-kit/json"
import { type DocumentNode, GraphQLError, Kind, OperationTypeNode, type OperationDefinitionNode, parse } from "graphql"

import { type Context, viewerOf } from "../frame/context.ts"
import { requiresAuthentication } from "../frame/errors.ts"
import { anonymous, rateHeaders } from "../frame/rate-limits.ts"
import { ok, type Reply } from "../frame/reply.ts"
import { problemOf, RequestError } from "./errors.ts"
import { execute, type Execution } from "./execute.ts"
import { mutationRoot } from "./mutations.ts"
import { makeScene } from "./nodes.ts"
import { queryRoot } from "./queries.ts"
import { validate } from "./validate.ts"

const fail = (message: string): never => {
  throw new RequestError([{ message }])
}

const operationOf = ({ definitions }: DocumentNode, name: unknown): OperationDefinitionNode => {
  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  if (typeof name === "string" && name !== "") {
    return operations.find((one) => one.name?.value === name) ?? fail(`No operation named "${name}"`)
  }
  const [first, second] = operations
  if (first === undefined) return fail("A query attribute must be specified and must be a string.")
  return second === undefined ? first : fail("An operation name is required")
}

const run = (context: Context): Execution => {
  const { body, token } = context
  const { operationName, query, variables } = body
  if (typeof query !== "string") return fail("A query attribute must be specified and must be a string.")
  if (variables !== undefined && variables !== null && !isObject(variables)) {
    return fail("Variables must be an object.")
  }
  if (token === undefined) throw requiresAuthentication()
  const document = parse(query)
  const { name, operation } = operationOf(document, operationName)
  const problems = validate(document)
  if (problems.length > 0) throw new RequestError(problems)
  const scene = makeScene(context, viewerOf(context), token)
  const rootValue = operation === OperationTypeNode.MUTATION ? mutationRoot(scene) : queryRoot(scene)
  return execute({ document, operationName: name?.value, rootValue, variableValues: variables })
}

const outcome = (context: Context): Execution => {
  const { state, token, viewer } = context
  if (token !== undefined && !state.rateLimits.take(token.label, "graphql")) {
    const message = `API rate limit exceeded for user ID ${viewer?.id}.`
    return { errors: [{ type: "RATE_LIMITED", message }] }
  }
  try {
    return run(context)
  } catch (error) {
    if (error instanceof RequestError) return { errors: error.problems }
    if (error instanceof GraphQLError) return { errors: [problemOf(error)] }
    throw error
  }
}

export const answer = (context: Context): Reply => {
  const body = outcome(context)
  const label = context.token?.label ?? anonymous
  return ok(body, rateHeaders("graphql", context.state.rateLimits.standing(label, "graphql")))
}
