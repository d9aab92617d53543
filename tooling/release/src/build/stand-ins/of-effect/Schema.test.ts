/**
 * Runs every schema and operation of the clients with Effect's `Schema` and with ours, and compares results and
 * messages.
 */
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { numbers, pick, randomJson, type Next } from "@inlay/core-http/testing/fuzz"
import type * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { build } from "tsdown"
import { afterAll, beforeAll, expect, it } from "vitest"

import { root } from "../../../workspace.ts"
import { standIns } from "../index.ts"

const INPUTS = 10_000

const folder = join(import.meta.dirname, "../../../../dist/schemas")

/** The promise client does not contain hooks. */
const sources = globSync("packages/{codehost,analytics,salesdata}/src/{client,schema}/**/*.ts", { cwd: root }).filter(
  (file) => !/\.test\.ts$|\/(CodeHost|Hooks?|index)\.ts$|\/schema\/events\//.test(file)
)

interface Operation {
  readonly name: string
  readonly input: Schema.Top
  readonly output: Schema.Top
  readonly problems: (input: unknown) => unknown
}

interface Loaded {
  readonly modules: Readonly<Record<string, unknown>>
  readonly decodeUnknownResult: (
    schema: unknown
  ) => (value: unknown, options?: object) => Result.Result<unknown, Schema.SchemaError>
  readonly makeFormatterStandardSchemaV1: () => (issue: unknown) => { readonly issues: ReadonlyArray<object> }
}

const load = async (name: string, plugins: ReadonlyArray<ReturnType<typeof standIns>>): Promise<Loaded> => {
  await build({
    cwd: folder,
    config: false,
    entry: { [name]: join(folder, "modules.ts") },
    outDir: folder,
    format: "esm",
    platform: "neutral",
    dts: false,
    plugins: [...plugins],
    deps: { alwaysBundle: /^(?!node:|undici$)/, neverBundle: ["undici"], onlyBundle: false },
    clean: false,
    logLevel: "error"
  })
  return (await import(join(folder, `${name}.js`))) as Loaded
}

let effects: Loaded
let ours: Loaded
beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, "modules.ts"),
    [
      ...sources.map((file, at) => `import * as m${at} from ${JSON.stringify(join(root, file))}`),
      `export const modules = { ${sources.map((file, at) => `${JSON.stringify(file)}: m${at}`).join(", ")} }`,
      `export { decodeUnknownResult } from "effect/Schema"`,
      `export { makeFormatterStandardSchemaV1 } from "effect/SchemaIssue"`
    ].join("\n")
  )
  effects = await load("effects", [])
  ours = await load("ours", [standIns(false)])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "problems" in value && "input" in value
const isSchema = (value: unknown): value is Schema.Top =>
  value !== null && (typeof value === "object" || typeof value === "function") && "ast" in value

const WORDS = (
  "a acme main refs/heads/x .. ci.yml octo[bot] 2026-01-31T12:00:00Z 2026-13-45 owner:b 12 properties/123 sessions AUD " +
  "Australia/Sydney a@b.example https://x.example open closed all * none >=2026-01-01 repo:acme/widgets __proto__"
)
  .split(" ")
  .concat("", " ", "0".repeat(40))
const COUNTS = [1, 2, 30, 100, 101, 1001, 0, -1, 1.5, 2 ** 53, Number.NaN, Infinity, 1e21]
const ODD = [undefined, () => 1, 7n, new Date(0), new Map(), [undefined], Object.create({ name: "a" }) as object]

/** A random value that matches the type, except for occasional errors. */
const valueOf = (next: Next, ast: SchemaAST.AST): unknown => {
  if (next(40) === 0) return ODD[next(ODD.length)]
  if (next(25) === 0) return randomJson(next, WORDS, 2)
  switch (ast._tag) {
    case "String":
      return pick(next, WORDS)
    case "Number":
      return pick(next, COUNTS)
    case "Boolean":
      return next(2) === 0
    case "Null":
      return null
    case "Undefined":
    case "Never":
      return undefined
    case "Literal":
      return ast.literal
    case "Union":
      return valueOf(next, pick(next, ast.types))
    case "Arrays":
      return Array.from({ length: next(4) }, () => valueOf(next, ast.rest[0] as SchemaAST.AST))
    case "Objects": {
      const value: Record<PropertyKey, unknown> = {}
      for (const { name, type } of ast.propertySignatures) {
        if (next(20) > (type.context?.isOptional === true ? 9 : 0)) value[name] = valueOf(next, type)
      }
      for (const { type } of ast.indexSignatures) {
        for (let left = next(4); left > 0; left--) value[pick(next, WORDS)] = valueOf(next, type)
      }
      if (next(12) === 0) value[pick(next, WORDS)] = 1
      if (next(40) === 0) value[Symbol.for("s")] = 1
      return value
    }
    case "Unknown":
      return randomJson(next, WORDS, 2)
    default:
      throw new Error(`no values of ${ast._tag}`)
  }
}

const MODES: ReadonlyArray<object> = [{}, { errors: "all" }, { errors: "all", onExcessProperty: "error" }]

const resultOf = (loaded: Loaded, schema: unknown, value: unknown, mode: object): unknown => {
  const result = loaded.decodeUnknownResult(schema)(value, mode)
  if (result._tag === "Success") return { value: result.success }
  const { issues } = loaded.makeFormatterStandardSchemaV1()(result.failure.issue)
  // In the mode that stops at the first problem there is one, and for unions one of each member.
  return { issues: issues.map((issue) => ({ ...issue })) }
}

it("validates like Effect's Schema", { timeout: 120_000 }, () => {
  const next = numbers(16)
  const pairs = sources.flatMap((file) =>
    Object.entries(effects.modules[file] as object).flatMap(([name, effectsOwn]) => {
      const own: unknown = (ours.modules[file] as Readonly<Record<string, unknown>>)[name]
      return isOperation(effectsOwn) || isSchema(effectsOwn) ? [{ at: `${file}: ${name}`, effectsOwn, own }] : []
    })
  )
  expect(pairs.length).toBeGreaterThan(150)
  const judged = { taken: 0, refused: 0 }
  for (let round = 0; judged.taken + judged.refused < INPUTS; round++) {
    for (const { at, effectsOwn, own } of pairs) {
      const compare = (schema: Schema.Top, ownSchema: unknown) => {
        const value = valueOf(next, schema.ast)
        for (const mode of MODES) {
          const theirs = resultOf(effects, schema, value, mode)
          expect(resultOf(ours, ownSchema, value, mode), at).toStrictEqual(theirs)
          if ("value" in (theirs as object)) judged.taken += 1
          else judged.refused += 1
        }
      }
      if (isSchema(effectsOwn)) compare(effectsOwn, own)
      else {
        const ownOperation = own as Operation
        const value = valueOf(next, effectsOwn.input.ast)
        expect(ownOperation.problems(value), at).toStrictEqual(effectsOwn.problems(value))
        compare(effectsOwn.output, ownOperation.output)
      }
    }
  }
  expect(judged.taken).toBeGreaterThan(INPUTS / 10)
  expect(judged.refused).toBeGreaterThan(INPUTS / 10)
})
