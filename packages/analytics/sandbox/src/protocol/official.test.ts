import protobuf from "protobufjs"
import { describe, expect, it } from "vitest"

import { isRequired, officialType, problemsOf } from "../testing/official.ts"
import { adminMessages } from "./messages/admin.ts"
import { filterMessages } from "./messages/filters.ts"
import { reportMessages } from "./messages/reports.ts"
import { requestMessages } from "./messages/requests.ts"
import type { Field, Message } from "./types.ts"

const all: ReadonlyArray<readonly [string, Message]> = [
  ...[...filterMessages, ...requestMessages, ...reportMessages].map((one) => [`data.${one.name}`, one] as const),
  ...adminMessages.map((one) => [`admin.${one.name}`, one] as const)
]

const shapeOf = (field: Field): unknown => {
  if (field.kind === "list") return [shapeOf(field.of)]
  if (field.kind === "message") return field.message().name.split(".").at(-1)
  if (field.kind === "enum") return field.values
  return { text: "string", boolean: "bool", timestamp: "Timestamp" }[field.kind as string] ?? field.kind
}

const officialShape = (field: protobuf.Field): unknown => {
  const { repeated, resolvedType, type } = field.resolve()
  const one =
    resolvedType instanceof protobuf.Enum
      ? { ...resolvedType.values }
      : resolvedType === null
        ? type
        : resolvedType.name
  return repeated ? [one] : one
}

/** `optional` fields and members of a `oneof` are sent even if they have the default value. */
const isPresent = ({ partOf }: protobuf.Field): boolean => partOf !== null

describe("messages", () => {
  it.each(all)("%s has the fields of the official one", (name, { fields, present }) => {
    const official = officialType(name).fieldsArray
    expect(Object.fromEntries(Object.entries(fields).map(([field, of]) => [field, shapeOf(of)]))).toEqual(
      Object.fromEntries(official.map((field) => [protobuf.util.camelCase(field.name), officialShape(field)]))
    )
    const names = official.filter(isPresent).map((field) => protobuf.util.camelCase(field.name))
    expect([...new Set(present)].toSorted()).toEqual(names.toSorted())
  })
})

describe("the validation of answers", () => {
  it("knows which fields are required", () => {
    const required = (name: string) =>
      officialType(name)
        .fieldsArray.filter(isRequired)
        .map((field) => field.name)
    expect(required("admin.KeyEvent")).toEqual(["countingMethod"])
    expect(required("admin.Property")).toEqual(["displayName", "timeZone"])
    expect(required("admin.DataStream")).toEqual(["type"])
  })

  it.each([
    ["an unknown field", "data.Row", { values: [] }],
    ["a wrong type", "data.RunReportResponse", { rowCount: "1" }],
    ["a number for an int64", "data.SamplingMetadata", { samplesReadCount: 1 }],
    ["an unknown enum value", "data.MetricHeader", { name: "sessions", type: "TYPE_WHOLE" }],
    ["an unknown enum number", "data.MetricHeader", { name: "sessions", type: 99 }],
    ["something required that is missing", "admin.KeyEvent", { eventName: "purchase" }],
    ["no timestamp", "admin.Property", { displayName: "a", timeZone: "b", createTime: "yesterday" }],
    ["an empty list", "data.RunReportResponse", { rows: [] }],
    ["a wrong message inside", "data.RunReportResponse", { rows: [{ dimensionValues: ["a"] }] }]
  ])("finds %s", (_, name, value) => {
    expect(problemsOf(name, value)).toHaveLength(1)
  })
})
