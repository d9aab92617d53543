// GraphQL errors in the service's form: in `errors`, with status 200.

import type { GraphQLError, GraphQLFormattedError } from "graphql"

export interface GraphqlProblem extends GraphQLFormattedError {
  readonly type?: string
}

/** A field that failed. Its kind is GitHub's `type`, such as NOT_FOUND. */
export class FieldError extends Error {
  override readonly name = "FieldError"
  readonly type: string
  readonly extensions: Readonly<Record<string, unknown>> | undefined

  constructor(type: string, message: string, extensions?: Readonly<Record<string, unknown>>) {
    super(message)
    this.type = type
    this.extensions = extensions
  }
}

export const notFound = (message: string): FieldError => new FieldError("NOT_FOUND", message)

export const unprocessable = (message: string): FieldError => new FieldError("UNPROCESSABLE", message)

export const forbidden = (message: string): FieldError => new FieldError("FORBIDDEN", message, { saml_failure: false })

/** An error that refuses the whole request. The response has no `data`. */
export class RequestError extends Error {
  override readonly name = "RequestError"
  readonly problems: ReadonlyArray<GraphqlProblem>

  constructor(problems: ReadonlyArray<GraphqlProblem>) {
    super(problems.map(({ message }) => message).join("; "))
    this.problems = problems
  }
}

/** Converts an error of the GraphQL library, which has the location, and adds the type of its cause. */
export const problemOf = (error: GraphQLError): GraphqlProblem => ({
  ...(error.originalError instanceof FieldError ? { type: error.originalError.type } : {}),
  ...error.toJSON()
})
