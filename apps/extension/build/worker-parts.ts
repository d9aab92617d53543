/**
 * Builds Chromium's worker as two scripts: what every start runs, and the rest, which is loaded with its first use. A
 * service worker refuses `import()`, but at any time `importScripts` accepts a script that has already run while the
 * worker was installed. So each chunk becomes a part: a function that is stored until an import asks for it. The rest is
 * read at installation, and `import("./part.ts")` calls the function.
 * https://w3c.github.io/ServiceWorker/#importscripts
 *
 * There are no more scripts than two because Chromium hands all of them to every worker that starts, before the first
 * one runs, and each takes a third of a millisecond: a start took 2 ms more with six scripts than with two. Firefox's
 * background is one script (`wholeWorker`).
 */
import { posix } from "node:path"
import { compileFunction } from "node:vm"

import { minifySync, type Plugin, type UserConfig } from "vite"

import { EXPORTS, pairsOf } from "./export-names.ts"

const WORKER = "background.js"
const REST = "worker/rest.js"
/** The module that runs once the listeners have been added. */
const START = /\/running-worker\.ts$/

/**
 * Name of the Trusted Types policy through which the worker loads its own rest and nothing else. The manifest allows
 * no other policy.
 */
export const TRUSTED_TYPES = "worker-rest"

/** The name by which the worker's code asks for a chunk. */
const nameOf = (path: string): string => posix.basename(path, ".js")

/** For each chunk, the names of its exports. Their order is that of the array in which the worker's code passes them. */
type Exports = ReadonlyMap<string, ReadonlyArray<string>>

const exportsIn = (code: string): ReadonlyArray<string> =>
  pairsOf(EXPORTS.exec(code)?.[1] ?? "").map(([, exported]) => exported)

const placeOf = (name: string, exports: ReadonlyArray<string>): number => {
  const place = exports.indexOf(name)
  if (place === -1) throw new Error(`A chunk imports ${name}, which is not exported.`)
  return place
}

/** Converts the names of an import (`a as b, c`) to an array pattern. */
const pattern = (names: string, exports: ReadonlyArray<string>): string => {
  const locals: Array<string> = []
  for (const [name, local] of pairsOf(names)) locals[placeOf(name, exports)] = local
  return `[${locals.join()}]`
}

/**
 * Converts a chunk to the body of a function that takes the chunk's imports as its first argument and returns its
 * exports.
 */
const functionOf = (code: string, exportsOf: Exports) => {
  const imports: Array<string> = []
  const patterns: Array<string> = []
  const namesIn = (specifier: string) => exportsOf.get(nameOf(specifier)) ?? []
  const body = code
    .replaceAll(/\bimport\{([^}]*)\}from["'`](\.[^"'`]+)["'`];/g, (_, names: string, specifier: string) => {
      imports.push(nameOf(specifier))
      patterns.push(pattern(names, namesIn(specifier)))
      return ""
    })
    .replaceAll(
      /\bimport\(["'`](\.[^"'`]+)["'`]\)\.then\((\w+)=>\2\.([\w$]+)\)/g,
      (_, specifier: string, local: string, name: string) =>
        `load("${nameOf(specifier)}").then(${local}=>${local}[${placeOf(name, namesIn(specifier))}])`
    )
  const [clause = "", names = ""] = EXPORTS.exec(body) ?? []
  return {
    imports,
    parameters: `[${patterns.join()}]`,
    body: body.slice(0, body.length - clause.length),
    exports: `[${pairsOf(names)
      .map(([local]) => local)
      .join()}]`
  }
}

const partOf = (path: string, code: string, exportsOf: Exports): string => {
  const { imports, parameters, body, exports } = functionOf(code, exportsOf)
  return `workerParts["${nameOf(path)}"] = { imports: ${JSON.stringify(imports)}, run: (${parameters}, load) => {
${body}
return ${exports} } }
`
}

/**
 * Builds the script that every start runs. Reading the rest takes milliseconds, so a task goes by before it runs, in
 * which answers that have arrived are handled. A part that fails is loaded anew when it is asked for again.
 *
 * @param parts the code of the parts in this script
 */
const workerOf = (code: string, parts: ReadonlyArray<string>, exportsOf: Exports): string => {
  const { imports, body, exports } = functionOf(code, exportsOf)
  if (imports.length > 0) throw new Error(`The worker waits for ${imports.join(", ")} before it runs.`)
  return `(() => {
const parts = self.workerParts = {}
const loaded = {}
${parts.join("")}let policy
const readRest = () => importScripts(
  (policy ??= trustedTypes.createPolicy("${TRUSTED_TYPES}", { createScriptURL: () => "/${REST}" })).createScriptURL("")
)
const run = async name => {
  if (!parts[name]) {
    readRest()
    await scheduler.postTask(() => {})
  }
  const { imports, run } = parts[name]
  return run(await Promise.all(imports.map(load)), load)
}
const again = name => error => { delete loaded[name]; throw error }
const load = name => loaded[name] ??= name === "${nameOf(WORKER)}" ? ${exports} : run(name).catch(again(name))
addEventListener("install", readRest)
${body}
})()
`
}

/** Throws if parts import each other: each would wait for the other for ever. */
const assertNoCircle = (
  chunks: ReadonlyArray<{ readonly fileName: string; readonly imports: ReadonlyArray<string> }>
) => {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
  const visit = (path: string, way: ReadonlyArray<string>): void => {
    if (path === WORKER) return
    if (way.includes(path)) throw new Error(`These parts import each other: ${[...way, path].join(", ")}.`)
    for (const next of importsOf.get(path) ?? []) visit(next, [...way, path])
  }
  for (const { fileName } of chunks) visit(fileName, [])
}

/** Minifies what holds the parts together. The parts themselves are minified already. */
const minified = ({ fileName, code }: { readonly fileName: string; readonly code: string }): string => {
  const result = minifySync(fileName, code)
  if (result.errors.length > 0) throw new Error(`${fileName} cannot be minified.`)
  return result.code
}

/** Throws if the script still contains syntax that only a module may have. */
const assertScript = ({ fileName, code }: { readonly fileName: string; readonly code: string }): void => {
  compileFunction(code, [], { filename: fileName })
  if (/\bimport\s*\(/.test(code)) throw new Error(`${fileName} calls import(), which a service worker refuses.`)
}

/** Returns the worker's entry, which WXT builds as a library on its own, or `undefined` for any other build. */
const entryIn = ({ build }: UserConfig): string | undefined => {
  const lib = build?.lib
  if (lib === undefined || lib === false || lib.fileName !== "background") return undefined
  return typeof lib.entry === "string" ? lib.entry : undefined
}

/**
 * Bundles every part into the one script, as if it were a static import. Bundled dynamic imports would be wrapped,
 * which costs 12 KB.
 */
export const wholeWorker = (): Plugin => {
  let applies = false
  return {
    name: "whole-worker",
    enforce: "pre",
    config: (config) => {
      applies = entryIn(config) !== undefined
    },
    transform: (code) => {
      if (!applies) return undefined
      const modules: Array<string> = []
      const body = code.replaceAll(/\bimport\("(\.[^"]+)"\)/g, (_, path: string) => {
        modules.push(`import * as part${modules.length} from "${path}";`)
        return `Promise.resolve(part${modules.length - 1})`
      })
      return modules.length === 0 ? undefined : { code: modules.join("") + body, map: null }
    }
  }
}

/** Builds the worker's entry as chunks, and puts those that every start needs into its script. */
export const workerParts: Plugin = {
  name: "worker-parts",
  config: (config) => {
    const { build } = config
    const entry = entryIn(config)
    if (entry === undefined || build === undefined) return
    delete build.lib
    build.rolldownOptions = {
      ...build.rolldownOptions,
      input: { background: entry },
      preserveEntrySignatures: false,
      output: {
        format: "es",
        entryFileNames: WORKER,
        chunkFileNames: "worker/[name].js",
        // Modules that a start needs are in its script only, even if the rest uses them too.
        codeSplitting: {
          groups: [
            { name: "background", tags: ["$initial"] },
            { name: "start", test: START },
            { name: "rest", test: /./ }
          ]
        }
      }
    }
  },
  generateBundle: (_, bundle) => {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk")
    const worker = chunks.find(({ fileName }) => fileName === WORKER)
    if (worker === undefined) return
    assertNoCircle(chunks)
    const parts = chunks.filter((chunk) => chunk !== worker)
    const rest = parts.find(({ fileName }) => fileName === REST)
    if (rest === undefined) throw new Error("The worker imports nothing dynamically.")
    const exportsOf = new Map(chunks.map(({ fileName, code }) => [nameOf(fileName), exportsIn(code)]))
    for (const part of parts) part.code = partOf(part.fileName, part.code, exportsOf)
    const atStart = parts.filter((part) => part !== rest)
    worker.code = workerOf(
      worker.code,
      atStart.map(({ code }) => code),
      exportsOf
    )
    for (const { fileName } of atStart) delete bundle[fileName]
    for (const script of [worker, rest]) {
      script.code = minified(script)
      assertScript(script)
    }
  }
}
