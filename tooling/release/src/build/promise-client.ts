/**
 * Builds the client for programs without Effect for publication: one file with its own copy of everything it needs, and
 * one file of types, so that it works beside any other version of Effect. On Node, the code that sends requests is
 * loaded with the first request.
 */
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { build } from "tsdown"

import { modules, type Package } from "../workspace.ts"
import { declarations } from "./declarations.ts"
import { notices } from "./notices.ts"
import { standIns } from "./stand-ins/index.ts"

export const PROMISE = "./promise"

const mayImport = (specifier: string, platform: "node" | "browser"): boolean =>
  platform === "node" && (specifier.startsWith("node:") || specifier === "undici")

/** Bundles the client for one platform. Returns the modules in the bundle. */
const bundle = async (
  { folder, manifest }: Package,
  source: string,
  platform: "node" | "browser"
): Promise<ReadonlyArray<string>> => {
  const hasStores = platform === "node" && manifest.devDependencies?.["@inlay/sql-stores"] !== undefined
  const name = platform === "node" ? "promise.node" : "promise"
  const { bundles } = await build({
    cwd: folder,
    config: false,
    entry: { [name]: source },
    format: "esm",
    platform,
    target: platform === "node" ? "node22.19" : "es2024",
    dts: false,
    sourcemap: false,
    minify: true,
    // undici is not bundled, so that its security patches reach users without a release of this package.
    plugins: [standIns(hasStores)],
    deps: { alwaysBundle: /^(?!node:|undici$)/, neverBundle: ["undici"], onlyBundle: false },
    fixedExtension: false,
    inputOptions: {
      preserveEntrySignatures: "allow-extension",
      // Without it, unused schemas would stay in the bundle because they read a member of a module: `Order.Date`,
      // `globalThis.URL`.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false }
    },
    // On Node, code that needs undici or SQLite is loaded with the first call that needs it. Other platforms have no
    // such code.
    outputOptions: {
      // Comments tell bundlers what may be left out. A single file is used as a whole, so they would only cost 300
      // bytes.
      comments: false,
      ...(platform === "node" ? { chunkFileNames: `${name}.[name].js` } : { codeSplitting: false })
    },
    clean: false,
    logLevel: "warn"
  })
  const chunks = bundles.flatMap((each) => each.chunks.filter((chunk) => chunk.type === "chunk"))
  const own = chunks.map(({ fileName }) => fileName)
  const stray = chunks
    .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
    .filter((specifier) => !own.includes(specifier) && !mayImport(specifier, platform))
  if (stray.length > 0) throw new Error(`the promise client for ${platform} imports ${stray.join(", ")}`)
  // Thrown inside Effect's own code, such an error ends the whole program.
  if (chunks.some(({ code }) => code.includes("This bundle has no "))) {
    throw new Error(`the promise client for ${platform} calls a function that its stand-in only declares`)
  }
  return chunks.flatMap(({ moduleIds }) => moduleIds)
}

/** Replaces the files that were compiled module by module. */
export const buildPromiseClient = async (pkg: Package): Promise<void> => {
  const { folder } = pkg
  const source = modules(pkg).get(PROMISE)
  if (source === undefined) return
  const dist = join(folder, "dist")
  for (const file of ["promise.js.map", "promise.d.ts.map"]) rmSync(join(dist, file), { force: true })
  const bundled = [await bundle(pkg, source, "node"), await bundle(pkg, source, "browser")].flat()
  writeFileSync(join(dist, "promise.d.ts"), declarations(folder, join(folder, source)))
  writeFileSync(join(dist, "THIRD-PARTY-NOTICES.txt"), notices(bundled))
}
