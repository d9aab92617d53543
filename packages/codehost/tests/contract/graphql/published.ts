// Loads GitHub's published GraphQL schema from `@octokit/graphql-schema`. The SDL is read as a file, because it is a
// quarter of the size of the JSON: the package's own module would also parse the JSON and load a second GraphQL
// library.

import { readFileSync } from "node:fs"

import { buildASTSchema, type GraphQLSchema, isScalarType, isSpecifiedScalarType, parse } from "graphql"

export interface PublishedSchema {
  /** Version of the npm package. */
  readonly version: string
  readonly schema: GraphQLSchema
}

const folder = new URL("../../../node_modules/@octokit/graphql-schema/", import.meta.url)

const isText = (value: unknown): value is string => typeof value === "string"

const isTime = (value: unknown) =>
  isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value) && !Number.isNaN(Date.parse(value))

/** Checks for the schema's custom scalars, which it describes only in words. All of them are strings. */
const scalars: Readonly<Record<string, (value: unknown) => boolean>> = {
  Base64String: (value) => isText(value) && /^[\w+/-]*={0,2}$/.test(value),
  BigInt: (value) => isText(value) && /^-?\d+$/.test(value),
  Date: (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
  DateTime: isTime,
  GitObjectID: (value) => isText(value) && /^[\da-f]{40}$/.test(value),
  GitTimestamp: (value) => isText(value) && !Number.isNaN(Date.parse(value)),
  PreciseDateTime: isTime,
  URI: (value) => isText(value) && URL.canParse(value)
}

/** Loads the schema, which takes about a fifth of a second. */
export const loadPublished = (): PublishedSchema => {
  const sdl = readFileSync(new URL("schema.graphql", folder), "utf8")
  const schema = buildASTSchema(parse(sdl, { noLocation: true }), { assumeValid: true })
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isScalarType(type) || isSpecifiedScalarType(type)) continue
    const fits = scalars[type.name] ?? isText
    type.coerceInputValue = type.coerceOutputValue = (value) => {
      if (fits(value)) return value
      throw new TypeError(`${type.name} cannot represent ${JSON.stringify(value)}`)
    }
  }
  const manifest = JSON.parse(readFileSync(new URL("package.json", folder), "utf8")) as { readonly version: string }
  return { version: manifest.version, schema }
}
