// Reads the imports of one module with a real parser: static, dynamic, `export ... from` and `import("...")` types. It
// leaves out dynamic imports with a computed name, and import attributes.

import { type Span, parseSync } from "oxc-parser"

export interface Import {
  readonly specifier: string
  /** From 1. */
  readonly line: number
  /**
   * Erased before the program runs. This excludes `import { type A }`: with verbatimModuleSyntax the import itself
   * stays.
   */
  readonly typeOnly: boolean
}

interface ImportStatement {
  readonly specifier: string
  readonly start: number
  readonly typeOnly: boolean
}

const saysType = (source: string, { start, end }: Span): boolean =>
  /^(import|export)\s+type\b(?!\s*(from\b|,))/.test(source.slice(start, end))

const plainString = (text: string): string | undefined => {
  const quote = text[0]
  const plain = (quote === '"' || quote === "'" || quote === "`") && !text.includes("${")
  return plain ? text.slice(1, -1) : undefined
}

/** An object of JSON or of a syntax tree. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

/** The parser's module record does not contain `import("...")` in a type, so it is looked for in the syntax tree. */
const importTypes = (node: unknown): ReadonlyArray<ImportStatement> => {
  if (!isRecord(node)) return []
  const inside = Object.values(node).flatMap(importTypes)
  const { source, start } = node
  if (node.type !== "TSImportType" || !isRecord(source) || typeof source.value !== "string") return inside
  return [{ specifier: source.value, start: typeof start === "number" ? start : 0, typeOnly: true }, ...inside]
}

const findAll = (path: string, source: string): ReadonlyArray<ImportStatement> => {
  const program = parseSync(path, source)
  const [error] = program.errors
  if (error !== undefined) throw new Error(`${path} cannot be parsed: ${error.message}`)
  const { dynamicImports, staticExports, staticImports } = program.module
  return [
    ...staticImports.map((statement) => ({
      specifier: statement.moduleRequest.value,
      start: statement.start,
      typeOnly: saysType(source, statement)
    })),
    ...staticExports.flatMap((statement) => {
      const request = statement.entries.find((entry) => entry.moduleRequest !== null)?.moduleRequest
      return request
        ? [{ specifier: request.value, start: statement.start, typeOnly: saysType(source, statement) }]
        : []
    }),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const specifier = plainString(source.slice(start, end))
      return specifier === undefined ? [] : [{ specifier, start, typeOnly: false }]
    }),
    ...(/\bimport\s*\(/.test(source) ? importTypes(program.program) : [])
  ]
}

/**
 * Returns the imports in the order of the file. Fails with an Error that names the file if it is not valid TypeScript.
 */
export const importsOf = (path: string, source: string): ReadonlyArray<Import> =>
  findAll(path, source)
    .toSorted((a, b) => a.start - b.start)
    .map(({ specifier, start, typeOnly }) => ({
      specifier,
      line: source.slice(0, start).split("\n").length,
      typeOnly
    }))
