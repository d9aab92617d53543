// Finds what a schema declares but no response contained.

import { type GraphQLSchema, isIntrospectionType, isObjectType } from "graphql"

/** Returns the fields of object types that are not among the returned fields, such as `ProjectV2.title`. */
export const unansweredFields = (schema: GraphQLSchema, fields: ReadonlySet<string>): ReadonlyArray<string> =>
  Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !isIntrospectionType(type))
    .flatMap((type) => Object.keys(isObjectType(type) ? type.getFields() : {}).map((field) => `${type.name}.${field}`))
    .filter((field) => !fields.has(field))
