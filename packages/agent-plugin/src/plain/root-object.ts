/**
 * Makes one object of the root of a JSON Schema, as agents' clients require: no union, no reference, nothing else than
 * an object. Only what is listed changes; inputs are judged by the schema itself.
 */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import type { ObjectSchema } from "../steps/ToolSchema.ts"

/** References deeper than this are taken for circular. */
const MAX_DEPTH = 20

const nodesOf = (value: unknown): ReadonlyArray<JsonObject> => (Array.isArray(value) ? value.filter(isJsonObject) : [])

const definitionOf = (document: JsonObject, reference: unknown): ReadonlyArray<JsonObject> => {
  const [, keyword = "", name = ""] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(String(reference)) ?? []
  const definitions = document[keyword]
  const definition = isJsonObject(definitions)
    ? definitions[name.replaceAll("~1", "/").replaceAll("~0", "~")]
    : undefined
  return isJsonObject(definition) ? [definition] : []
}

/** Returns the properties of several objects. Where they differ, a value may be any of them. */
const propertiesOf = (objects: ReadonlyArray<ObjectSchema>): Record<string, unknown> => {
  const properties: Record<string, Array<unknown>> = {}
  for (const [name, property] of objects.flatMap((each) => Object.entries(each.properties ?? {}))) {
    const others = (properties[name] ??= [])
    if (!others.some((other) => JSON.stringify(other) === JSON.stringify(property))) others.push(property)
  }
  return Object.fromEntries(
    Object.entries(properties).map(([name, kinds]) => [name, kinds.length === 1 ? kinds[0] : { anyOf: kinds }])
  )
}

const requiredOf = (node: JsonObject): ReadonlyArray<string> =>
  Array.isArray(node["required"]) ? (node["required"] as ReadonlyArray<string>) : []

/**
 * Returns the object that a schema describes, or `undefined` if values that are no objects may be valid.
 * @param isTyped whether another part of the schema says that it is an object
 */
const objectOf = (
  document: JsonObject,
  node: JsonObject,
  isTyped: boolean,
  depth: number
): ObjectSchema | undefined => {
  if (depth > MAX_DEPTH) return undefined
  const { $ref, allOf, anyOf, oneOf, ...own } = node
  const isOwnObject = isTyped || own["type"] === "object" || (own["type"] === undefined && "properties" in own)
  if (own["type"] !== undefined && own["type"] !== "object") return undefined
  const all = [...definitionOf(document, $ref), ...nodesOf(allOf)]
  const parts = all.map((part) => objectOf(document, part, isOwnObject, depth + 1))
  const isWholeObject = isOwnObject || parts.some((part) => part !== undefined)
  const choices = [anyOf, oneOf].map((each) =>
    nodesOf(each).map((choice) => objectOf(document, choice, isWholeObject, depth + 1))
  )
  const isChosenObject = choices.some((each) => each.length > 0 && each.every((choice) => choice !== undefined))
  if (!isWholeObject && !isChosenObject) return undefined
  const sure = [own as ObjectSchema, ...parts.filter((part) => part !== undefined)]
  const possible = choices.map((each) => each.filter((choice) => choice !== undefined))
  const inEveryChoice = possible.flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : requiredOf(first).filter((name) => others.every((each) => requiredOf(each).includes(name)))
  )
  const required = [...new Set([...sure.flatMap(requiredOf), ...inEveryChoice])]
  const properties = propertiesOf([...sure, ...possible.flat()])
  return { ...own, type: "object", properties, ...(required.length > 0 && { required }) }
}

/** Returns the schema with an object as its root, or `undefined` if it does not describe an object. */
export const rootObject = (schema: JsonObject): ObjectSchema | undefined => {
  const { $schema: _dialect, ...document } = schema
  return objectOf(document, document, false, 0)
}
