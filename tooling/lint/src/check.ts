// Checks the import graph against the table of edges.

import { rows } from "./edges.ts"
import type { Edge, Graph } from "./graph.ts"
import { type Captures, matchAny } from "./pattern.ts"
import { type Row, testFiles } from "./row.ts"

export interface Violation {
  readonly path: string
  readonly line: number
  readonly specifier: string
  readonly rule: string
  readonly why: string
  /**
   * For a rule about everything that is loaded: the modules in between, starting with the one that the rule is about.
   */
  readonly through: ReadonlyArray<string>
}

const isTest = (path: string): boolean => matchAny(testFiles, path) !== undefined

/** A row may name what it judges and allows by path or by specifier. */
const leadsTo = (edge: Edge, patterns: ReadonlyArray<string>, captures: Captures): boolean =>
  [edge.target.name, edge.specifier].some((name) => matchAny(patterns, name, captures) !== undefined)

const breaks = (row: Row, edge: Edge, captures: Captures): boolean =>
  (row.types || !edge.typeOnly) &&
  edge.target.kind !== "nowhere" &&
  leadsTo(edge, row.judged, captures) &&
  !leadsTo(edge, row.allowed, captures)

const violation = (row: Row, path: string, edge: Edge, through: ReadonlyArray<string>): Violation => {
  const { line, specifier } = edge
  return { path, line, specifier, rule: row.rule, why: row.why, through }
}

/**
 * Breadth first, so that the shortest path is reported. Each module is visited once, and the search stops at a
 * violation.
 */
const reachableProblems = (row: Row, start: string, graph: Graph, captures: Captures): ReadonlyArray<Violation> => {
  const ways = new Map<string, ReadonlyArray<string>>([[start, []]])
  const violations: Array<Violation> = []
  for (const [path, way] of ways) {
    for (const edge of graph.get(path) ?? []) {
      if (breaks(row, edge, captures)) violations.push(violation(row, path, edge, way))
      else if (!edge.typeOnly && !ways.has(edge.target.name)) ways.set(edge.target.name, [...way, path])
    }
  }
  return violations
}

const judge = (row: Row, path: string, edges: ReadonlyArray<Edge>, graph: Graph): ReadonlyArray<Violation> => {
  const captures = matchAny(row.from, path)
  if (captures === undefined || matchAny(row.except ?? [], path) !== undefined) return []
  if (!row.tests && isTest(path)) return []
  if (row.reach) return reachableProblems(row, path, graph, captures)
  return edges.filter((edge) => breaks(row, edge, captures)).map((edge) => violation(row, path, edge, []))
}

/** What package.json does not export (or hides with null) is internal, even if the compiler would find it. */
const hiddenPathProblems = (path: string, edges: ReadonlyArray<Edge>): ReadonlyArray<Violation> =>
  edges
    .filter(({ target }) => target.kind === "nowhere")
    .map(({ line, specifier }) => {
      const why = "the package does not export this: see `exports` in its package.json"
      return { path, line, specifier, rule: "exported", why, through: [] }
    })

/** Returns every import that violates a row. A violation found through several entry files is reported once. */
export const checkEdges = (graph: Graph): ReadonlyArray<Violation> => {
  const all = [...graph].flatMap(([path, edges]) => [
    ...hiddenPathProblems(path, edges),
    ...rows.flatMap((row) => judge(row, path, edges, graph))
  ])
  const byEdge = all.map((one) => [`${one.rule} ${one.path}:${one.line} ${one.specifier}`, one] as const)
  return [...new Map(byEdge.toReversed()).values()].toReversed()
}
