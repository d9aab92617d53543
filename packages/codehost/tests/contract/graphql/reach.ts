// What a schema has that was never answered.

import { type GraphQLSchema, isIntrospectionType, isObjectType } from "graphql"

/** Fields of object types that are not among those that were answered, such as `ProjectV2.title`. */
export const unansweredFields = (schema: GraphQLSchema, fields: ReadonlySet<string>): ReadonlyArray<string> =>
  Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !isIntrospectionType(type))
    .flatMap((type) => Object.keys(isObjectType(type) ? type.getFields() : {}).map((field) => `${type.name}.${field}`))
    .filter((field) => !fields.has(field))
