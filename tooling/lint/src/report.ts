// Formats the result of the check: one line for every violation, or one line that there are none.

import type { Violation } from "./check.ts"
import type { Cycle } from "./cycles.ts"
import type { Graph } from "./graph.ts"

export interface Findings {
  readonly graph: Graph
  readonly violations: ReadonlyArray<Violation>
  readonly cycles: ReadonlyArray<Cycle>
}

const describeViolation = ({ line, path, rule, specifier, through, why }: Violation): string =>
  `${path}:${line}  ${specifier}  ${rule} — ${why}${through.length > 0 ? ` (loaded by ${through.join(" -> ")})` : ""}`

const describeCycle = (cycle: Cycle): string => `${cycle[0]}:1  cycle  ${[...cycle, cycle[0]].join(" -> ")}`

export const report = ({ cycles, graph, violations }: Findings): string => {
  const imports = [...graph.values()].reduce((sum, edges) => sum + edges.length, 0)
  const total = `edges: ${imports} imports in ${graph.size} files, ${violations.length} violations; ${cycles.length} cycles`
  return [...violations.map(describeViolation), ...cycles.map(describeCycle), total].join("\n")
}
