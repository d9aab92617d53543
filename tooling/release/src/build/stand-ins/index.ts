/**
 * Modules that the promise clients are bundled with in the place of others: small ones, which do what these clients need.
 * Programs that have Effect keep Effect's own.
 */
import { dirname, join, resolve } from "node:path"

import { root } from "../../workspace.ts"

const standIn = (file: string) => join(import.meta.dirname, file)
const coreHttp = (file: string) => join(root, "packages/core-http/src", file)

const OF_EFFECT: ReadonlyMap<string, string> = new Map([
  ["effect/Schema", standIn("Schema.ts")],
  ["effect/SchemaIssue", standIn("SchemaIssue.ts")],
  ["effect/Stream", standIn("Stream.ts")]
])

const OF_OURS: ReadonlyMap<string, string> = new Map([
  [coreHttp("client/in-span.ts"), standIn("in-span.ts")],
  [coreHttp("client/warn.ts"), standIn("warn.ts")]
])

/** Effect's modules keep each other, and so do the stores in files, which are connections of Effect's own SQL client. */
const keepsItsOwn = (importer: string): boolean =>
  importer.includes("node_modules") || importer.startsWith(join(root, "packages/sql-stores/"))

/** For the bundler. */
export const standIns = {
  name: "stand-ins",
  resolveId: (specifier: string, importer: string | undefined): string | undefined =>
    importer === undefined || keepsItsOwn(importer)
      ? undefined
      : (OF_EFFECT.get(specifier) ?? OF_OURS.get(resolve(dirname(importer), specifier))),
  /** What a stand-in lacks would be `undefined` at run time. */
  onLog: (_level: string, { code, message }: { readonly code?: string; readonly message: string }): void => {
    if (code === "IMPORT_IS_UNDEFINED") throw new Error(message)
  }
}
