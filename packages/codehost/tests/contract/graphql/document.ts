// Checks a GraphQL request against the schema: the document by every rule of the specification, the variables by their
// types.

import {
  type DocumentNode,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  validate
} from "graphql"

import type { Difference } from "../validation.ts"

/** The parsed body of a request. */
export interface Question {
  readonly query: string
  readonly operationName?: string | null
  readonly variables?: Readonly<Record<string, unknown>> | null
}

export interface DocumentJudgement {
  /** Absent if the schema does not allow the request. */
  readonly document?: DocumentNode
  /** Parts that the schema does not allow. */
  readonly differences: ReadonlyArray<Difference>
  /** Parts that are deprecated in the schema. */
  readonly deprecated: ReadonlyArray<Difference>
  /** Variables that are given but not used. */
  readonly unused: ReadonlyArray<Difference>
}

/** Locates an error by the name of the node that it concerns. */
const differenceOf = ({ message, nodes }: GraphQLError): Difference => {
  const [node] = nodes ?? []
  const name = node !== undefined && "name" in node && node.name !== undefined ? `/${node.name.value}` : ""
  return { pointer: name, message }
}

const refusal = (...errors: ReadonlyArray<GraphQLError>): DocumentJudgement => ({
  differences: errors.map(differenceOf),
  deprecated: [],
  unused: []
})

const parseDocument = (query: string): DocumentNode | GraphQLError => {
  try {
    return parse(query)
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

export const judgeDocument = (
  schema: GraphQLSchema,
  { query, operationName, variables }: Question
): DocumentJudgement => {
  const document = parseDocument(query)
  if (document instanceof GraphQLError) return refusal(document)
  const errors = validate(schema, document, specifiedRules)
  if (errors.length > 0) return refusal(...errors)
  const operation = getOperationAST(document, operationName)
  if (operation == null) return refusal(new GraphQLError("does not contain the operation to run"))
  const declarations = operation.variableDefinitions ?? []
  const coercion = getVariableValues(schema, declarations, variables ?? {})
  if (coercion.errors !== undefined) return refusal(...coercion.errors)
  const names = new Set(declarations.map(({ variable }) => variable.name.value))
  return {
    document,
    differences: [],
    deprecated: validate(schema, document, [NoDeprecatedCustomRule]).map(differenceOf),
    unused: Object.keys(variables ?? {})
      .filter((name) => !names.has(name))
      .map((name) => ({ pointer: `/${name}`, message: "is not a variable of the document" }))
  }
}
