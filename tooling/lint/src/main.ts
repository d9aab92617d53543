// Checks the imports of the whole checkout. Exit code 1 if one violates a rule.

import { checkEdges } from "./check.ts"
import { findCycles } from "./cycles.ts"
import { graphOf } from "./graph.ts"
import { report } from "./report.ts"
import { findRoot, readWorkspace } from "./workspace.ts"

const graph = graphOf(readWorkspace(findRoot(import.meta.dirname)))
const violations = checkEdges(graph)
const cycles = findCycles(graph)
process.stdout.write(`${report({ graph, violations, cycles })}\n`)
process.exitCode = violations.length + cycles.length > 0 ? 1 : 0
