// The table of allowed imports and the check over it, as pure functions.

export { type Violation, checkEdges } from "./check.ts"
export { type Cycle, findCycles } from "./cycles.ts"
export { rows } from "./edges.ts"
export { type Row, testFiles } from "./row.ts"
export { type Edge, type Graph, type Workspace, graphOf } from "./graph.ts"
export { type Import, importsOf } from "./imports.ts"
export { report } from "./report.ts"
export { type Package, type Target, resolve } from "./resolve.ts"
export { findRoot, readWorkspace } from "./workspace.ts"
