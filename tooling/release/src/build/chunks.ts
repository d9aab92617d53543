/**
 * Bundles what the program loads at its start into few files: Node takes a third of a millisecond for each module, and
 * the parts that several commands share would be fifty modules. Everything else is split by the bundler as usual.
 */
import { join } from "node:path"

/** The part of the bundler's module graph that is used here. */
interface Graph {
  readonly getModuleInfo: (id: string) => { readonly importedIds: ReadonlyArray<string> } | null
}

/**
 * Each chunk's name, with the modules from whose imports it is made. A module goes into the first chunk that reaches
 * it, so an earlier chunk loads nothing of a later one.
 */
const STARTS: ReadonlyArray<readonly [name: string, sources: ReadonlyArray<string>]> = [
  ["version", ["src/version.ts", "src/terminal/lost-output.ts"]],
  ["paths", ["src/storage/paths.ts"]],
  ["answers", ["src/cli/completing/answers.ts"]],
  ["start", ["src/program.ts"]],
  [
    "run",
    [
      "src/cli/handlers/run.ts",
      "../../packages/agent-plugin/src/Plugin.ts",
      "../../packages/agent-plugin/src/steps/ApiCall.ts"
    ]
  ],
  ["mcp", ["src/cli/handlers/mcp.ts"]],
  ["parsing", ["src/cli/parsing/parse.ts"]]
]

/** Returns everything that the modules import, directly or indirectly, except for dynamic imports. */
const reachedFrom = (sources: ReadonlyArray<string>, graph: Graph): ReadonlySet<string> => {
  const reached = new Set<string>()
  const visit = (id: string) => {
    if (reached.has(id)) return
    reached.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  for (const source of sources) {
    if (graph.getModuleInfo(source) === null) throw new Error(`${source} is not a module of the program.`)
    visit(source)
  }
  return reached
}

/** Returns a function that names the chunk of a module; `null` for modules that no start loads. */
export const chunkNames = (folder: string): ((id: string, graph: Graph) => string | null) => {
  let starts: ReadonlyArray<readonly [name: string, reached: ReadonlySet<string>]> | undefined
  return (id, graph) => {
    starts ??= STARTS.map(([name, sources]) => [
      name,
      reachedFrom(
        sources.map((source) => join(folder, source)),
        graph
      )
    ])
    return starts.find(([, reached]) => reached.has(id))?.[0] ?? null
  }
}
