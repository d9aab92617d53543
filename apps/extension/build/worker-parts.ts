/**
 * Loads parts of Chromium's worker when they are first used. A service worker refuses `import()`, but at any time
 * `importScripts` accepts a script that has already run while the worker was installed. So each part becomes a script
 * that only stores a function. All of these scripts run at installation, and `import("./part.ts")` calls the function.
 * https://w3c.github.io/ServiceWorker/#importscripts
 *
 * Code that a part shares with the worker is in the worker's script only. Firefox's background is one script
 * (`wholeWorker`).
 */
import { posix } from "node:path"
import { compileFunction } from "node:vm"

import type { Plugin, UserConfig } from "vite"

const WORKER = "background.js"
/** The module with everything that every start of the worker loads. */
const START = /\/running-worker\.ts$/
/** Everything that is loaded a moment later, as one script. */
const REST = /\/features\/worker\.ts$|\/browser\/menus\.ts$|\/providers\/hub\.ts$|\/providers\/hub\/asking\.ts$/
/** What sends requests, reads answers and removes secrets from both. */
const CLIENT = /\/core-http\/src\/client\/Client\.ts$|\/redacted-cause\.ts$/

/**
 * Name of the Trusted Types policy through which the worker loads its own parts and nothing else. The manifest allows
 * no other policy.
 */
export const TRUSTED_TYPES = "worker-parts"

/** Returns the name of the package that a chunk's code comes from. */
const packageOf = (moduleIds: ReadonlyArray<string>): string =>
  /\/packages\/([\w-]+)\//.exec(moduleIds.at(-1) ?? "")?.[1] ?? "extension"

/**
 * Chromium hands a worker's scripts over in the order of their addresses, at every start, and a part that is needed
 * waits for all before it. The parts that a lookup needs come first, in this order.
 */
const NEEDED_FIRST = ["extension-start", "core-http-client", "salesdata-client"]

const partPath = (name: string): string => {
  const rank = NEEDED_FIRST.indexOf(name)
  return `worker/${rank < 0 ? NEEDED_FIRST.length : rank}-${name}.js`
}

/** Resolves a chunk's import specifier to a path in the extension. */
const pathFrom = (path: string, specifier: string): string => posix.join(posix.dirname(path), specifier)

/** Converts the names of an import or export (`a as b, c`) to members of an object pattern or literal. */
const members = (names: string, isReversed: boolean): string =>
  names
    .split(",")
    .map((name) => {
      const [inside = "", outside = inside] = name.trim().split(" as ")
      return isReversed ? `${outside}:${inside}` : `${inside}:${outside}`
    })
    .join()

/**
 * Converts a chunk to the body of a function that takes the chunk's imports as its first argument and returns its
 * exports.
 */
const functionOf = (path: string, code: string) => {
  const imports: Array<string> = []
  const patterns: Array<string> = []
  const body = code
    .replaceAll(/\bimport\{([^}]*)\}from["'`](\.[^"'`]+)["'`];/g, (_, names: string, specifier: string) => {
      imports.push(pathFrom(path, specifier))
      patterns.push(`{${members(names, false)}}`)
      return ""
    })
    .replaceAll(/\bimport\(["'`](\.[^"'`]+)["'`]\)/g, (_, specifier: string) => `load("${pathFrom(path, specifier)}")`)
  const [exports = "", names = ""] = /\bexport\{([^}]*)\};?\s*$/.exec(body) ?? []
  return {
    imports,
    parameters: `[${patterns.join()}]`,
    body: body.slice(0, body.length - exports.length),
    exports: `{${names === "" ? "" : members(names, true)}}`
  }
}

const partOf = (path: string, code: string): string => {
  const { imports, parameters, body, exports } = functionOf(path, code)
  return `workerParts["${path}"] = { imports: ${JSON.stringify(imports)}, run: (${parameters}, load) => {
${body}
return ${exports} } }
`
}

/** A part that is smaller than this, in characters, is in the worker's own script, because each script takes time. */
const SMALL = 1_000

/**
 * Builds the worker's own script. Reading a part takes milliseconds, so a task goes by before it runs, in which answers
 * that have arrived are handled. A part that fails is loaded anew when it is asked for again.
 *
 * @param small the code of the small parts
 */
const workerOf = (code: string, parts: ReadonlyArray<string>, small: string): string => {
  const { imports, body, exports } = functionOf(WORKER, code)
  if (imports.length > 0) throw new Error(`The worker waits for ${imports.join(", ")} before it runs.`)
  return `(() => {
const paths = ${JSON.stringify(parts)}
const parts = self.workerParts = {}
const loaded = {}
${small}let policy
const urlOf = path => (policy ??= trustedTypes.createPolicy("${TRUSTED_TYPES}", {
  createScriptURL: path => { if (paths.includes(path)) return "/" + path; throw new TypeError(path) }
})).createScriptURL(path)
const read = (...some) => importScripts(...some.map(urlOf))
const run = async path => {
  if (!parts[path]) {
    read(path)
    await scheduler.postTask(() => {})
  }
  const { imports, run } = parts[path]
  return run(await Promise.all(imports.map(load)), load)
}
const again = path => error => { delete loaded[path]; throw error }
const load = path => loaded[path] ??= path === "${WORKER}" ? ${exports} : run(path).catch(again(path))
addEventListener("install", () => read(...paths))
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

/** Builds the worker's entry as chunks, each of which becomes a script. */
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
        chunkFileNames: ({ name, moduleIds }) =>
          partPath(name.includes("-") ? name : `${packageOf(moduleIds)}-${name.toLowerCase()}`),
        // Modules that the worker itself needs go into its own script, even if a part uses them too. Likewise for the
        // part that every start loads.
        codeSplitting: {
          groups: [
            { name: "background", tags: ["$initial"] },
            { name: "start", test: START },
            { name: "core-http-client", test: CLIENT },
            { name: "rest", test: REST }
          ]
        }
      }
    }
  },
  generateBundle: (_, bundle) => {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk")
    if (!chunks.some(({ fileName }) => fileName === WORKER)) return
    assertNoCircle(chunks)
    const parts = chunks.filter(({ fileName }) => fileName !== WORKER)
    for (const name of NEEDED_FIRST) {
      if (!parts.some(({ fileName }) => fileName === partPath(name))) throw new Error(`No part is called ${name}.`)
    }
    const small = parts.filter(({ code }) => code.length < SMALL)
    const scripts = parts.filter((part) => !small.includes(part)).map(({ fileName }) => fileName)
    for (const part of parts) part.code = partOf(part.fileName, part.code)
    for (const chunk of chunks) {
      if (chunk.fileName === WORKER) chunk.code = workerOf(chunk.code, scripts, small.map(({ code }) => code).join(""))
      assertScript(chunk)
    }
    for (const { fileName } of small) delete bundle[fileName]
  }
}
