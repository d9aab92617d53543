/**
 * Replaces modules in the promise clients' bundles with smaller ones that do only what these clients need. Programs
 * with Effect keep Effect's own modules. The extension's worker uses some of the same.
 */
import { basename, dirname, join, resolve } from "node:path"

import { root } from "../../workspace.ts"

/** The file that replaces a module of Effect. @param file such as `Hash.ts` */
export const ofEffect = (file: string) => join(import.meta.dirname, "of-effect", file)
const ofOurs = (file: string) => join(import.meta.dirname, "of-ours", file)
const coreHttp = (file: string) => join(root, "packages/core-http/src", file)

const INSTEAD: ReadonlyMap<string, string> = new Map([
  ["effect/Schema", ofEffect("Schema.ts")],
  ["effect/SchemaIssue", ofEffect("SchemaIssue.ts")],
  ["effect/Stream", ofEffect("Stream.ts")],
  [coreHttp("client/in-span.ts"), ofOurs("in-span.ts")],
  [coreHttp("errors/warn.ts"), ofOurs("warn.ts")]
])

/**
 * Modules that Effect's own modules import from each other. No promise client uses the others than `Duration` itself.
 */
const WITHIN_EFFECT: ReadonlyMap<string, string> = new Map(
  ["Duration", "Equal", "Formatter", "Hash", "Redactable"].map((name) => [`${name}.js`, ofEffect(`${name}.ts`)])
)

const isEffects = (module: string): boolean => /[\\/]node_modules[\\/]effect[\\/]/.test(module)

/** The stores in files are connections of Effect's own SQL client. */
const isOfStores = (module: string): boolean => module.startsWith(join(root, "packages/sql-stores/"))

/**
 * A plugin for the bundler.
 * @param hasStores whether the bundle includes stores in files, whose SQL client needs more of Effect's runtime
 */
export const standIns = (hasStores: boolean) => ({
  name: "stand-ins",
  resolveId: (specifier: string, importer: string | undefined): string | undefined => {
    if (importer === undefined || isOfStores(importer)) return undefined
    if (!importer.includes("node_modules")) {
      if (specifier === "effect/Duration") return hasStores ? undefined : ofEffect("Duration.ts")
      return INSTEAD.get(specifier) ?? INSTEAD.get(resolve(dirname(importer), specifier))
    }
    return !hasStores && isEffects(importer) && specifier.startsWith(".")
      ? WITHIN_EFFECT.get(basename(specifier))
      : undefined
  },
  /** An import that a stand-in does not export would be `undefined` at run time, so the build fails instead. */
  onLog: (_level: string, { code, message }: { readonly code?: string; readonly message: string }): void => {
    if (code === "IMPORT_IS_UNDEFINED") throw new Error(message)
  }
})
