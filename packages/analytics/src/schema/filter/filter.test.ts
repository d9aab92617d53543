import { it as effectIt } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

import { filtersOf, type Kind } from "../../wire/reports/filter-expression.ts"
import type { Expression } from "./Expression.ts"
import { parse } from "./parse.ts"
import { print } from "./print.ts"

const read = (text: string) => Result.getOrThrow(parse(text))

describe("a filter", () => {
  it.each<readonly [string, Expression]>([
    ['country == "Australia"', { _tag: "Text", field: "country", operator: "==", value: "Australia" }],
    ["country = 'New Zealand'", { _tag: "Text", field: "country", operator: "==", value: "New Zealand" }],
    ['pagePath ~ "^/blog\\d"', { _tag: "Text", field: "pagePath", operator: "~", value: "^/blog\\d" }],
    ['city != "Perth"', { _tag: "Not", of: { _tag: "Text", field: "city", operator: "==", value: "Perth" } }],
    ['city !~ "a"', { _tag: "Not", of: { _tag: "Text", field: "city", operator: "~", value: "a" } }],
    ['city BEGINSWITH "a"', { _tag: "Text", field: "city", operator: "startsWith", value: "a" }],
    ["sessions >= -1.5", { _tag: "Number", field: "sessions", operator: ">=", value: -1.5 }],
    ["sessions < 1.5e-3", { _tag: "Number", field: "sessions", operator: "<", value: 0.0015 }],
    ["sessions between 1 and 5", { _tag: "Between", field: "sessions", from: 1, to: 5 }],
    ['hour in (1, "2")', { _tag: "In", field: "hour", values: ["1", "2"] }],
    ['city not in ("A")', { _tag: "Not", of: { _tag: "In", field: "city", values: ["A"] } }],
    ["customEvent:plan is not empty", { _tag: "Not", of: { _tag: "Empty", field: "customEvent:plan" } }],
    ['customEvent:größe == "x"', { _tag: "Text", field: "customEvent:größe", operator: "==", value: "x" }],
    ["keyEvents:購入>0", { _tag: "Number", field: "keyEvents:購入", operator: ">", value: 0 }],
    ["customEvent:योजना is empty", { _tag: "Empty", field: "customEvent:योजना" }],
    ['"customEvent:Page Type" == "x"', { _tag: "Text", field: "customEvent:Page Type", operator: "==", value: "x" }],
    ['city == "say \\"hi\\" \\\\ \\n"', { _tag: "Text", field: "city", operator: "==", value: 'say "hi" \\ \\n' }]
  ])("%s", (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it.each<readonly [string, string]>([
    ['date == "2026-01-03"', 'date == "20260103"'],
    ['date != "20260103"', 'not date == "20260103"'],
    ['date == "(other)"', 'date == "(other)"'],
    ['firstSessionDate in ("2026-01-03", 20260104)', 'firstSessionDate in ("20260103", "20260104")'],
    ['yearMonth in ("2026-01", "2026-02")', 'yearMonth in ("202601", "202602")'],
    ['isoYearIsoWeek == "2026-W05"', 'isoYearIsoWeek == "202605"'],
    ['date startsWith "2026-01"', 'date startsWith "202601"'],
    ['dateHour contains "2026-01-03T"', 'dateHour contains "20260103"'],
    ['date endsWith "-03"', 'date endsWith "03"'],
    ['date >= "2026-01-03"', "date >= 20260103"],
    ['dateHour < "2026-01-03T07"', "dateHour < 2026010307"],
    [
      'dateHourMinute between "2026-01-03T07:05" and 202601030800',
      "dateHourMinute between 202601030705 and 202601030800"
    ],
    ['date ~ "^2026"', 'date ~ "^2026"'],
    ['city == "2026-01-03"', 'city == "2026-01-03"']
  ])("with a date as reports have it, %s, is the service's %s", (text, expected) => {
    expect(print(read(text))).toBe(expected)
  })

  it("gives and precedence over or, and brackets precedence over both", () => {
    expect(read("a > 1 or b > 1 and c > 1")).toMatchObject({ _tag: "Or", of: [{ field: "a" }, { _tag: "And" }] })
    expect(read("(a > 1 || b > 1) && c > 1")).toMatchObject({ _tag: "And", of: [{ _tag: "Or" }, { field: "c" }] })
    expect(read("not a > 1 and b > 1")).toMatchObject({ _tag: "And", of: [{ _tag: "Not" }, { field: "b" }] })
  })

  it.each([
    ["", /character 1: expected the name.*not the end/],
    ["sessions >", /character 11: expected a number, not the end/],
    ["country == Australia", /character 12: expected text in quotation marks.*"Australia".*⟶Australia/],
    ['country == "Australia', /character 12: the text that begins here has no closing "/],
    ["sessions > 10 sessions", /character 15: expected and, or, or the end/],
    ["(a > 1", /character 7: expected \)/],
    ["a in ()", /character 7: expected text/],
    ["a between 1 or 2", /character 13: expected and/],
    ["a > 1 and", /character 10: expected the name/],
    ['"Page Type" == "x"', /character 1: expected the name/],
    ["a ; b", /character 3: ";" is not valid here/],
    ["a like 1", /character 3: expected ==/],
    ['a constructor "x"', /character 3: expected ==/],
    ['a not __proto__ "x"', /character 7: expected in,/],
    ['date == "2026-1-3"', /character 9: expected date as "2026-01-31", not "2026-1-3"/],
    ['yearMonth in ("2026-01", "2026")', /character 26: expected yearMonth as "2026-01"/],
    ['dateHour >= "2026-01-03"', /character 13: expected dateHour as "2026-01-31T13"/],
    ['date contains "01-03"', /character 15: expected the beginning of date as "2026-01-31"/],
    ['date ~ "^2026-01"', /character 8: expected date in digits alone \(20260131\)/],
    ['country > "A"', /character 11: expected a number/],
    [`${"(".repeat(60)}a > 1`, /at most 50 brackets/]
  ])("%s reports the position of the error", (text, words) => {
    expect(Result.getOrElse(Result.flip(parse(text)), () => "no problem")).toMatch(words)
  })
})

const Field = Schema.Literals([
  "country",
  "customEvent:plan",
  "customEvent:größe",
  "customEvent:Page Type - not in use",
  "in_app",
  "nothing",
  "order",
  "sessions"
])
const Value = Schema.String
const Figure = Schema.Finite
const leaves = [
  Schema.Struct({
    _tag: Schema.Literal("Text"),
    field: Field,
    operator: Schema.Literals(["==", "~", "contains", "startsWith", "endsWith", "matches"]),
    value: Value
  }),
  Schema.Struct({
    _tag: Schema.Literal("Number"),
    field: Field,
    operator: Schema.Literals(["==", ">", ">=", "<", "<="]),
    value: Figure
  }),
  Schema.Struct({ _tag: Schema.Literal("In"), field: Field, values: Schema.NonEmptyArray(Value) }),
  Schema.Struct({ _tag: Schema.Literal("Between"), field: Field, from: Figure, to: Figure }),
  Schema.Struct({ _tag: Schema.Literal("Empty"), field: Field })
] as const
const Leaf = Schema.Union(leaves)
const Inner = Schema.Union([...leaves, Schema.Struct({ _tag: Schema.Literal("Not"), of: Leaf })])
const Group = Schema.Struct({ _tag: Schema.Literals(["And", "Or"]), of: Schema.Tuple([Inner, Inner, Leaf]) })
const Whole = Schema.Union([
  Group,
  Schema.Struct({ _tag: Schema.Literal("Not"), of: Group }),
  Schema.Struct({ _tag: Schema.Literals(["And", "Or"]), of: Schema.Tuple([Group, Inner]) }),
  Inner
])

/** A number after it was printed and parsed: -0 becomes 0. */
const written = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(":-0,", ":0,").replaceAll(":-0}", ":0}"))

effectIt.effect.prop("reads what it writes", { expression: Whole }, ({ expression }) =>
  Effect.sync(() => {
    const text = print(expression)
    expect(written(read(text))).toEqual(written(expression))
    expect(print(read(text))).toBe(text)
  })
)

effectIt.effect.prop("reads any text, or says why not", { text: Schema.String }, ({ text }) =>
  Effect.sync(() => {
    const outcome = parse(`a ${text}`)
    expect(Result.isSuccess(outcome) || outcome.failure.startsWith("at character ")).toBe(true)
  })
)

describe("a filter for the service", () => {
  const kinds = new Map<string, Kind>([
    ["country", "dimension"],
    ["city", "dimension"],
    ["sessions", "metric"]
  ])
  const apart = (text: string) => filtersOf(read(text), kinds)

  it("is split into conditions on dimensions and on metrics", () => {
    expect(Result.getOrThrow(apart('country == "A" and sessions > 10 and not city in ("B")'))).toEqual({
      dimensionFilter: {
        andGroup: {
          expressions: [
            { filter: { fieldName: "country", stringFilter: { matchType: "EXACT", value: "A" } } },
            { notExpression: { filter: { fieldName: "city", inListFilter: { values: ["B"] } } } }
          ]
        }
      },
      metricFilter: {
        filter: { fieldName: "sessions", numericFilter: { operation: "GREATER_THAN", value: { int64Value: "10" } } }
      }
    })
  })

  it.each([
    ['country == "A" and (city == "B" and sessions > 10)'],
    ['(country == "A" and city == "B") and sessions > 10'],
    ['(country == "A" and ((sessions > 10) and city == "B"))']
  ])("is split in the same way with brackets: %s", (text) => {
    expect(apart(text)).toEqual(apart('country == "A" and city == "B" and sessions > 10'))
  })

  it.each([
    ['country == "A" or sessions > 10', /joins conditions on dimensions and on metrics/],
    ['city == "B" and (country == "A" or (city == "C" and sessions > 10))', /joins conditions/],
    ['not (country == "A" and sessions > 10)', /joins conditions/],
    ['sessions == "10"', /a metric, with text: write a number/],
    ["sessions in (1, 2)", /uses in on sessions, a metric: .*==.*between/],
    ["sessions is empty", /uses is empty on sessions, a metric/],
    ['not sessions contains "1"', /uses contains on sessions, a metric/]
  ])("%s cannot be split", (text, words) => {
    expect(Result.getOrElse(Result.flip(apart(text)), () => "no problem")).toMatch(words)
  })
})
