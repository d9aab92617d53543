/** The OpenAPI document explains what may be sent: every field of a body, and every parameter. */
import * as OpenApi from "effect/http-api/OpenApi"
import { describe, expect, it } from "vitest"

import { Api } from "./Api.ts"
import { complete } from "./document.ts"

interface Shape {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly schema: Shape
}
interface Operation {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Shape }>> }
  readonly responses: Readonly<Record<string, unknown>>
}

const document = OpenApi.fromApi(Api) as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const operation = (id: string) => operations.find(({ operationId }) => operationId === id)

/** The properties of a shape, also within others, as `[path, shape]`. */
const propertiesOf = ({ properties = {}, items }: Shape, path: string): ReadonlyArray<readonly [string, Shape]> => [
  ...Object.entries(properties).flatMap(([name, shape]) => [
    [`${path}.${name}`, shape] as const,
    ...propertiesOf(shape, `${path}.${name}`)
  ]),
  ...(items === undefined ? [] : propertiesOf(items, `${path}[]`))
]

const isDescribed = ({ description = "" }: { readonly description?: string }) => description.length > 2

describe("the OpenAPI document", () => {
  it("describes every property of every request body", () => {
    const sent = operations.flatMap(({ operationId, requestBody }) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => propertiesOf(schema, operationId))
    )
    expect(sent.length).toBeGreaterThan(40)
    expect(sent.filter(([, shape]) => !isDescribed(shape)).map(([path]) => path)).toEqual([])
  })

  it("describes every parameter", () => {
    const all = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.map((parameter) => ({ ...parameter, at: `${operationId} ${parameter.name}` }))
    )
    expect(all.length).toBeGreaterThan(40)
    expect(all.filter((one) => !isDescribed(one)).map(({ at }) => at)).toEqual([])
  })

  it.each([
    ["runs.list", "limit", { maximum: 200, default: 50 }],
    ["deliveries.list", "limit", { maximum: 200, default: 50 }],
    ["usage.get", "days", { maximum: 90, default: 30 }],
    ["usage.limits", "hours", { maximum: 168, default: 24 }]
  ])("gives the range and the default of the number in %s", (id, name, range) => {
    const schema = operation(id)?.parameters?.find((one) => one.name === name)?.schema
    expect(schema).toEqual({ type: "integer", minimum: 1, ...range })
  })

  it("describes values of any type, which plugins define", () => {
    const { schema } = operation("subscriptions.create")?.requestBody?.content["application/json"] ?? {}
    expect(schema?.properties?.["target"]).toEqual({ description: expect.stringContaining("targetSchema") })
    expect(schema?.properties?.["filters"]).toEqual({ description: expect.stringContaining("filtersSchema") })
  })

  it("lists that a subscription named as a filter of deliveries may not exist", () => {
    expect(Object.keys(operation("deliveries.list")?.responses ?? {})).toContain("404")
  })

  it("lists every failure of the feed, which no endpoint of the API describes", () => {
    const { paths } = complete(OpenApi.fromApi(Api) as unknown as Record<string, unknown>) as typeof document
    const statuses = Object.keys(paths["/api/events"]?.["get"]?.responses ?? {})
    expect(statuses).toEqual(["200", "400", "401", "403", "404", "421", "429", "503"])
  })
})
