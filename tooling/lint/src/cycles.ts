// Finds module cycles: modules that import each other, directly or through others. Type imports count, because modules
// that know each other are one module.

import type { Graph } from "./graph.ts"

/** The modules of a cycle in the order in which they import each other; the last imports the first. */
export type Cycle = ReadonlyArray<string>

const importedBy = (graph: Graph, path: string): ReadonlyArray<string> => {
  const names = (graph.get(path) ?? []).map(({ target }) => target.name)
  return [...new Set(names.filter((name) => graph.has(name)))]
}

/** Returns the shortest path from a module back to itself among the given modules. */
const wayBack = (graph: Graph, start: string, among: ReadonlySet<string>): Cycle | undefined => {
  const ways = new Map<string, Cycle>([[start, [start]]])
  for (const [path, way] of ways) {
    for (const next of importedBy(graph, path)) {
      if (next === start) return way
      if (among.has(next) && !ways.has(next)) ways.set(next, [...way, next])
    }
  }
  return undefined
}

/** Tarjan's strongly connected components, without recursion: a chain of imports may be longer than the stack. */
const components = (graph: Graph): ReadonlyArray<ReadonlyArray<string>> => {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const open: Array<string> = []
  const isOpen = new Set<string>()
  const groups: Array<ReadonlyArray<string>> = []
  const lower = (path: string, to: number): unknown => low.set(path, Math.min(low.get(path) ?? to, to))
  const enter = (path: string): { path: string; rest: Array<string> } => {
    index.set(path, index.size)
    lower(path, index.size - 1)
    open.push(path)
    isOpen.add(path)
    return { path, rest: [...importedBy(graph, path)] }
  }
  for (const start of graph.keys()) {
    if (index.has(start)) continue
    const frames = [enter(start)]
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const { path, rest } = frame
      const next = rest.shift()
      if (next === undefined) {
        frames.pop()
        const parent = frames.at(-1)
        if (parent !== undefined) lower(parent.path, low.get(path) ?? 0)
        if (low.get(path) !== index.get(path)) continue
        const component = open.splice(open.indexOf(path))
        for (const member of component) isOpen.delete(member)
        groups.push(component)
      } else if (!index.has(next)) frames.push(enter(next))
      else if (isOpen.has(next)) lower(path, index.get(next) ?? 0)
    }
  }
  return groups
}

/**
 * Returns one cycle for every group of modules that import each other: the shortest through its first module by name.
 */
export const findCycles = (graph: Graph): ReadonlyArray<Cycle> =>
  components(graph).flatMap((component) => {
    const [first] = component.toSorted()
    const cycle = first === undefined ? undefined : wayBack(graph, first, new Set(component))
    return cycle === undefined ? [] : [cycle]
  })
