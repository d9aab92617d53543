/**
 * The published description lets parts of webhook payloads be null. Each of them is set to null in the published
 * examples, one at a time: the triggers find as much as before.
 */
import { describe, expect, it } from "vitest"

import { plugin } from "../src/plugin.ts"
import { loadOpenApi } from "./contract/openapi.ts"
import { exampleOf, published, type Json } from "./events.ts"

const watcher = { login: "somebody", scopes: [] }
const { schemas } = loadOpenApi()

const RECEIVED = "2026-01-07T09:00:00Z"

type Step = string | number
type Path = ReadonlyArray<Step>

const resolved = (schema: Json): Json =>
  schema?.$ref === undefined ? schema : resolved(schemas[String(schema.$ref).split("/").at(-1) ?? ""])

const nullable = (schema: Json): boolean => {
  const own = resolved(schema)
  return own?.nullable === true || [...(own?.oneOf ?? []), ...(own?.anyOf ?? [])].some(nullable)
}

/** The parts of a value that its schema lets be null; items of empty lists included. */
const nullableParts = (schema: Json, value: Json, path: Path = []): ReadonlyArray<Path> => {
  const own = resolved(schema)
  if (own === undefined || path.length > 6) return []
  const alternatives = [...(own.allOf ?? []), ...(own.oneOf ?? []), ...(own.anyOf ?? [])]
  const within = alternatives.flatMap((one: Json) => nullableParts(one, value, path))
  if (Array.isArray(value)) {
    if (own.items === undefined) return within
    const first = nullable(own.items) ? [[...path, 0]] : []
    return [...within, ...first, ...nullableParts(own.items, value[0], [...path, 0])]
  }
  if (typeof value !== "object" || value === null) return within
  const properties = Object.entries(own.properties ?? {}).filter(([name]) => Object.hasOwn(value, name))
  return [
    ...within,
    ...properties.flatMap(([name, part]) => [
      ...(nullable(part) ? [[...path, name]] : []),
      ...nullableParts(part, value[name], [...path, name])
    ])
  ]
}

const withNull = (body: Json, [step = "", ...rest]: Path): Json => {
  const copy = Array.isArray(body) ? [...body] : { ...body }
  copy[step] = rest.length === 0 ? null : withNull(body[step], rest)
  return copy
}

const occurrencesIn = (name: string, body: Json, receivedAt: string | undefined) =>
  plugin.triggers.flatMap((trigger) =>
    trigger
      .match({ name, body, ...(receivedAt !== undefined && { receivedAt }) }, watcher)
      .map(({ key, at }) => ({ trigger: trigger.id, key, at }))
  )

const countsOf = (name: string, body: Json) => {
  const counts: Record<string, number> = {}
  for (const { trigger } of occurrencesIn(name, body, RECEIVED)) counts[trigger] = (counts[trigger] ?? 0) + 1
  return counts
}

/** Without these there is nothing to report: who joined, when a star was given, who is to review, what was changed to what. */
const ESSENTIAL = new Set([
  "member member",
  "pull_request requested_reviewer",
  "star starred_at",
  "projects_v2_item changes.field_value.from",
  "projects_v2_item changes.field_value.to"
])

const schemaOf = (name: string, action: string | undefined): Json =>
  schemas[
    ["webhook", name, action]
      .filter((part) => part !== undefined)
      .join("-")
      .replaceAll("_", "-")
  ]

const payloads = published.flatMap(({ name, examples }) =>
  examples.flatMap((body) => {
    const schema = schemaOf(name, body.action)
    return schema === undefined || Object.keys(countsOf(name, body)).length === 0 ? [] : [{ name, body, schema }]
  })
)

describe("a payload with null where the description allows it", () => {
  it("is there for most events that triggers report", () => {
    expect(new Set(payloads.map(({ name }) => name)).size).toBeGreaterThanOrEqual(15)
  })

  it("gives the same number of occurrences", () => {
    const lost = new Set<string>()
    let count = 0
    for (const { name, body, schema } of payloads) {
      const before = countsOf(name, body)
      for (const path of nullableParts(schema, body)) {
        const place = `${name} ${path.join(".")}`
        if (ESSENTIAL.has(place)) continue
        count += 1
        const after = countsOf(name, withNull(body, path))
        if (JSON.stringify(after) !== JSON.stringify(before)) lost.add(place)
      }
    }
    expect([...lost]).toEqual([])
    expect(count).toBeGreaterThan(500)
  })

  it("gives each a time, and an id without NaN even if nobody knows when it was received", () => {
    const bad = new Set<string>()
    for (const { name, body, schema } of payloads) {
      for (const path of nullableParts(schema, body)) {
        const payload = withNull(body, path)
        for (const { trigger, at } of occurrencesIn(name, payload, RECEIVED)) {
          if (Number.isNaN(Date.parse(at))) bad.add(`${trigger} without ${path.join(".")} has no time`)
        }
        for (const { trigger, key } of occurrencesIn(name, payload, undefined)) {
          if (/\bNaN$/.test(key)) bad.add(`${trigger} without ${path.join(".")}: ${key}`)
        }
      }
    }
    expect([...bad]).toEqual([])
  })

  it("or a team among the requested reviewers does, too", () => {
    const { name, body } = exampleOf("new-pull-request")
    const before = countsOf(name, body)
    body.pull_request.requested_reviewers = [{ id: 1, name: "Core", slug: "core", node_id: "x", html_url: "h" }, null]
    expect(countsOf(name, body)).toEqual(before)
  })
})
