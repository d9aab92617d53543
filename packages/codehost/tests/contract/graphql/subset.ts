// Checks that one schema is a subset of another. Everything that it declares must exist in the other schema with the
// same name, type, nullability and default, so that a valid request to one is valid for the other and gets the same
// kind of response.

import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  print
} from "graphql"

import type { Difference } from "../validation.ts"

type Field = GraphQLField<unknown, unknown>
type Input = GraphQLArgument | GraphQLInputField

export interface Comparison {
  readonly types: number
  /** Number of fields (including input fields), arguments and enum values. */
  readonly parts: number
  readonly differences: ReadonlyArray<Difference>
}

const defaultOf = ({ astNode }: Input): string =>
  astNode?.defaultValue === undefined ? "no default" : `the default ${print(astNode.defaultValue)}`

const isRequired = (input: Input): boolean => isNonNullType(input.type) && input.astNode?.defaultValue === undefined

const fieldsOf = (type: GraphQLNamedType | undefined): Readonly<Record<string, Field>> =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {}

const inputsOf = (type: GraphQLNamedType | undefined): ReadonlyArray<Input> =>
  isInputObjectType(type) ? Object.values(type.getFields()) : []

/** Names of the object types that a value of an abstract type may have. */
const membersOf = (schema: GraphQLSchema, type: GraphQLNamedType | undefined): ReadonlySet<string> =>
  new Set(isAbstractType(type) ? schema.getPossibleTypes(type).map(({ name }) => name) : [])

export const compareSchemas = (part: GraphQLSchema, whole: GraphQLSchema): Comparison => {
  const differences: Array<Difference> = []
  let parts = 0
  const report = (pointer: string, message: string): void => void differences.push({ pointer, message })

  /** Compares what both schemas declare and reports what differs or is missing. */
  const compareEach = <A extends { readonly name: string; readonly deprecationReason?: string | null | undefined }>(
    below: string,
    own: ReadonlyArray<A>,
    others: ReadonlyArray<A>,
    compare: (pointer: string, one: A, other: A) => void
  ): void => {
    for (const one of own) {
      parts += 1
      const pointer = `${below}/${one.name}`
      const other = others.find(({ name }) => name === one.name)
      if (other === undefined) report(pointer, "is not there")
      else {
        if (!one.deprecationReason && other.deprecationReason) report(pointer, "is deprecated but not marked as such")
        compare(pointer, one, other)
      }
    }
  }

  const compareType = (pointer: string, one: Field | Input, other: Field | Input): void => {
    if (String(one.type) !== String(other.type)) report(pointer, `is ${String(other.type)}, not ${String(one.type)}`)
  }

  const compareInputs = (below: string, own: ReadonlyArray<Input>, others: ReadonlyArray<Input>): void => {
    compareEach(below, own, others, (pointer, one, other) => {
      compareType(pointer, one, other)
      if (defaultOf(one) !== defaultOf(other)) report(pointer, `has ${defaultOf(other)}, not ${defaultOf(one)}`)
    })
    for (const { name } of others.filter(isRequired)) {
      if (!own.some((one) => one.name === name)) report(`${below}/${name}`, "is required but missing")
    }
  }

  const types = Object.values(part.getTypeMap()).filter((type) => !isIntrospectionType(type))
  for (const type of types) {
    const pointer = `/${type.name}`
    const other = whole.getType(type.name)
    if (other === undefined || other.constructor !== type.constructor) {
      report(pointer, other === undefined ? "is not there" : "is a type of another kind")
      continue
    }
    compareEach(pointer, Object.values(fieldsOf(type)), Object.values(fieldsOf(other)), (below, own, others) => {
      compareType(below, own, others)
      compareInputs(below, own.args, others.args)
    })
    compareInputs(pointer, inputsOf(type), inputsOf(other))
    if (isEnumType(type) && isEnumType(other)) compareEach(pointer, type.getValues(), other.getValues(), () => {})
    const members = membersOf(whole, other)
    for (const name of membersOf(part, type)) if (!members.has(name)) report(pointer, `is never of the type ${name}`)
  }
  return { types: types.length, parts, differences }
}
