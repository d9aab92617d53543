/**
 * What a start of the program loads, in few files: Node takes a third of a millisecond for each module, and parts that
 * several commands share would be fifty of them. Everything else stays as the bundler parts it.
 */
import { join } from "node:path"

/** What the bundler knows of its modules. */
interface Graph {
  readonly getModuleInfo: (id: string) => { readonly importedIds: ReadonlyArray<string> } | null
}

/**
 * Each chunk's name, with the modules from whose imports it is made; a module goes to the first that reaches it. So what
 * stands first loads nothing of what follows.
 */
const STARTS: ReadonlyArray<readonly [name: string, sources: ReadonlyArray<string>]> = [
  ["version", ["src/version.ts", "src/terminal/lost-output.ts"]],
  ["places", ["src/storage/places.ts"]],
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
  ["parsing", ["src/cli/parsing/parse.ts"]]
]

/** All that some modules import, and what those import, but for what is imported later. */
const reachedFrom = (sources: ReadonlyArray<string>, graph: Graph): ReadonlySet<string> => {
  const reached = new Set<string>()
  const visit = (id: string) => {
    if (reached.has(id)) return
    reached.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  for (const source of sources) {
    if (graph.getModuleInfo(source) === null) throw new Error(`${source} is no module of the program.`)
    visit(source)
  }
  return reached
}

/** Names the chunk of a module; `null` for those of no start. */
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
