// The checkout itself: what `node src/main.ts` checks.

import { beforeAll, expect, it } from "vitest"

import { checkEdges } from "./check.ts"
import { findCycles } from "./cycles.ts"
import { type Graph, graphOf } from "./graph.ts"
import { report } from "./report.ts"
import { findRoot, readWorkspace } from "./workspace.ts"

let graph: Graph
beforeAll(() => {
  graph = graphOf(readWorkspace(findRoot(import.meta.dirname)))
})

it("has modules of packages, apps and tooling, and none of dependencies", () => {
  const paths = [...graph.keys()]
  for (const room of ["packages/", "apps/", "tooling/"]) expect(paths.some((path) => path.startsWith(room))).toBe(true)
  expect(paths.filter((path) => path.includes("node_modules"))).toEqual([])
})

it("keeps every edge, without cycles", () => {
  const [violations, cycles] = [checkEdges(graph), findCycles(graph)]
  expect(report({ graph, violations, cycles })).toMatch(/^edges: \d+ imports in \d+ files, 0 violations; 0 cycles$/)
})
