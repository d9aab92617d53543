// Checks the data of a response against the document and the schema by executing the document over the data itself:
// each field is resolved from the response, the library completes it by its type, and the result is what the response
// should have been.

import {
  executeSync,
  getDirectiveValues,
  type GraphQLFieldResolver,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  type GraphQLTypeResolver,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode
} from "graphql"

import type { Difference } from "../validation.ts"
import type { DocumentJudgement, Question } from "./document.ts"

type Values = Readonly<Record<string, unknown>>

export interface DataJudgement {
  /** Fields that were returned, such as `ProjectV2.title`. */
  readonly fields: ReadonlySet<string>
  readonly differences: ReadonlyArray<Difference>
}

const isObject = (value: unknown): value is Values => typeof value === "object" && value !== null

const pointerTo = (path: ReadonlyArray<string | number>): string => path.map((key) => `/${key}`).join("")

/** Returns the response keys of a value of the type. */
const keysOf = (
  { fragments, schema, variableValues }: GraphQLResolveInfo,
  type: GraphQLObjectType,
  set: SelectionSetNode | undefined
): ReadonlyArray<string> => {
  const isAsked = (node: SelectionNode): boolean =>
    getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.["if"] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.["if"] !== false
  const holds = (condition: string | undefined): boolean => {
    const target = condition === undefined ? type : schema.getType(condition)
    return target === type || (isAbstractType(target) && schema.isSubType(target, type))
  }
  const below = (selections: SelectionSetNode | undefined): ReadonlyArray<string> =>
    (selections?.selections ?? []).filter(isAsked).flatMap((node) => {
      if (node.kind === Kind.FIELD) return [(node.alias ?? node.name).value]
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments[node.name.value]
      return holds(fragment?.typeCondition?.name.value) ? below(fragment?.selectionSet) : []
    })
  return below(set)
}

/** Uses the value's `__typename`, or else the type whose fields are most similar to those of the value. */
const typeResolver: GraphQLTypeResolver<unknown, unknown> = (value, _context, info, abstract) => {
  if (!isObject(value)) throw new TypeError("is not an object")
  if (typeof value["__typename"] === "string") return value["__typename"]
  const keysOfValue = new Set(Object.keys(value))
  const lacks = (has: ReadonlySet<string>, keys: ReadonlySet<string>) => [...keys].filter((key) => !has.has(key)).length
  const candidates = info.schema.getPossibleTypes(abstract).map((type) => {
    const keys = new Set(info.fieldNodes.flatMap(({ selectionSet }) => keysOf(info, type, selectionSet)))
    return { name: type.name, distance: lacks(keysOfValue, keys) + lacks(keys, keysOfValue) }
  })
  return candidates.reduce((nearest, one) => (one.distance < nearest.distance ? one : nearest)).name
}

/**
 * Returns where the response differs from the expected one. If the expected value is null, the type error has already
 * been reported.
 */
const excess = (actual: unknown, expected: unknown, pointer: string): ReadonlyArray<Difference> => {
  if (expected === null || Object.is(actual, expected)) return []
  if (!isObject(actual) || !isObject(expected)) {
    return [{ pointer, message: `is ${JSON.stringify(actual)}, which should be ${JSON.stringify(expected)}` }]
  }
  return Object.entries(actual).flatMap(([key, value]) =>
    Object.hasOwn(expected, key)
      ? excess(value, expected[key], `${pointer}/${key}`)
      : [{ pointer: `${pointer}/${key}`, message: "was not requested" }]
  )
}

export const judgeData = (
  schema: GraphQLSchema,
  { operationName, variables }: Question,
  document: NonNullable<DocumentJudgement["document"]>,
  data: unknown
): DataJudgement => {
  const fields = new Set<string>()
  const fieldResolver: GraphQLFieldResolver<unknown, unknown> = (parent, _args, _context, info) => {
    const { fieldName, parentType, path } = info
    if (!isObject(parent) || !Object.hasOwn(parent, path.key)) throw new TypeError("is missing")
    fields.add(`${parentType.name}.${fieldName}`)
    return parent[path.key]
  }
  const run = executeSync({
    schema,
    document,
    operationName,
    variableValues: variables,
    rootValue: data,
    fieldResolver,
    typeResolver
  })
  const wrong = (run.errors ?? []).map(({ message, path }) => ({ pointer: pointerTo(path ?? []), message }))
  return { fields, differences: [...wrong, ...excess(data, run.data, "")] }
}

/** Checks an error's path: the field that failed, or one of its parents, must be null. */
export const judgePath = (data: unknown, path: ReadonlyArray<string | number>): string | undefined => {
  let value = data
  for (const key of path) {
    if (value === null) return undefined
    if (!isObject(value) || !Object.hasOwn(value, key)) return "points at no field"
    value = value[key]
  }
  return value === null ? undefined : "points at a field that was returned"
}
