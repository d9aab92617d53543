// Loads GitHub's published OpenAPI description from `@octokit/openapi`, to find the operation of a request and its
// description. It is read as a file, because the package's own module would load 70 MB of other descriptions.

import { readFileSync } from "node:fs"

/** A schema as in the description: OpenAPI 3.0.3. */
export type OpenApiSchema = Readonly<Record<string, unknown>>

type Content = Readonly<Record<string, { readonly schema?: OpenApiSchema }>>

interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required?: boolean
  readonly schema: OpenApiSchema
  /** True if the parameter may contain slashes. */
  readonly "x-multi-segment"?: boolean
}

export interface DescribedAnswer {
  readonly content?: Content
  readonly headers?: Readonly<Record<string, { readonly schema: OpenApiSchema }>>
}

export interface Operation {
  /** For example `issues/create`. */
  readonly id: string
  readonly method: string
  /** For example `/repos/{owner}/{repo}/issues`. */
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, DescribedAnswer>>
  /** The description's text: some operations mention their media types only there. */
  readonly prose: string
}

export interface OperationMatch {
  readonly operation: Operation
  /** Decoded values of the path parameters. */
  readonly values: Readonly<Record<string, string>>
}

export interface OpenApi {
  /** Version of the npm package. */
  readonly version: string
  readonly operations: ReadonlyMap<string, Operation>
  /** The description's named schemas. */
  readonly schemas: Readonly<Record<string, OpenApiSchema>>
  /** Finds the operation of a request by its path below the base address, still percent-encoded. */
  readonly find: (method: string, path: string) => OperationMatch | undefined
}

type Raw = Readonly<Record<string, unknown>>

const file = new URL("../../node_modules/@octokit/openapi/generated/api.github.com.json", import.meta.url)

const methods = ["get", "put", "post", "patch", "delete"]

const isReference = (value: unknown): value is { readonly $ref: string } =>
  typeof value === "object" && value !== null && "$ref" in value && typeof value.$ref === "string"

/**
 * Resolves references to the description's shared parameters, responses and headers. References to schemas are kept.
 */
const resolve = (document: Raw, value: unknown): unknown => {
  if (!isReference(value)) return value
  const path = value.$ref.slice(2).split("/")
  return resolve(
    document,
    path.reduce<unknown>((at, key) => (at as Raw)[key], document)
  )
}

const resolveEach = (document: Raw, values: unknown): Raw =>
  Object.fromEntries(Object.entries((values ?? {}) as Raw).map(([key, value]) => [key, resolve(document, value)]))

const answersOf = (document: Raw, responses: unknown): Operation["responses"] => {
  const answers = Object.entries(resolveEach(document, responses)) as ReadonlyArray<[string, DescribedAnswer]>
  return Object.fromEntries(
    answers.map(([status, answer]) => [
      status,
      { ...answer, headers: resolveEach(document, answer.headers) } as DescribedAnswer
    ])
  )
}

const operationOf = (document: Raw, path: string, method: string, raw: Raw): Operation => ({
  id: String(raw["operationId"]),
  method: method.toUpperCase(),
  path,
  parameters: ((raw["parameters"] ?? []) as ReadonlyArray<unknown>).map((one) => resolve(document, one) as Parameter),
  ...(raw["requestBody"] === undefined
    ? {}
    : { requestBody: resolve(document, raw["requestBody"]) as NonNullable<Operation["requestBody"]> }),
  responses: answersOf(document, raw["responses"]),
  prose: typeof raw["description"] === "string" ? raw["description"] : ""
})

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/**
 * Returns the pattern of the operation's path. For some operations, the text says that the last parameter may be left
 * out.
 */
const patternOf = ({ path, parameters, prose }: Operation): RegExp => {
  const pattern = path.replaceAll(/\/(?:\{(\w+)\}|([^/{]+))/g, (_, name: string | undefined, literal: string) => {
    if (name === undefined) return `/${escape(literal)}`
    const several = parameters.some((one) => one.in === "path" && one.name === name && one["x-multi-segment"] === true)
    const value = `/(?<${name}>${several ? ".+" : "[^/]+"})`
    return prose.includes(`omit the \`${name}\` parameter`) ? `(?:${value}|/)?` : value
  })
  return new RegExp(`^${pattern}$`)
}

const literalLength = (path: string): number => path.replaceAll(/\{\w+\}/g, "").length

/** Loads the description, which takes about a quarter of a second. */
export const loadOpenApi = (): OpenApi => {
  const document = JSON.parse(readFileSync(file, "utf8")) as Raw
  const paths = Object.entries(document["paths"] as Readonly<Record<string, Readonly<Record<string, Raw>>>>)
  const operations = paths.flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] === undefined ? [] : [operationOf(document, path, method, item[method])]))
  )
  const patterns = operations
    .map((operation) => ({ operation, pattern: patternOf(operation) }))
    .sort((a, b) => literalLength(b.operation.path) - literalLength(a.operation.path))
  return {
    version: String((document["info"] as Raw)["version"]),
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    schemas: (document["components"] as { readonly schemas: OpenApi["schemas"] }).schemas,
    find: (method, path) => {
      for (const { operation, pattern } of patterns) {
        const values = operation.method === method ? pattern.exec(path) : null
        if (values === null) continue
        const groups = Object.entries(values.groups ?? {}).filter(([, value]) => value !== undefined)
        return {
          operation,
          values: Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)]))
        }
      }
      return undefined
    }
  }
}
