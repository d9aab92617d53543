/**
 * Programs that tests start in addition to the command itself. `testing/bundle.ts` bundles them, because from source
 * each takes twice as long to start.
 */
import { fileURLToPath } from "node:url"

const sources = {
  "budget-caller": new URL("./budget-caller.ts", import.meta.url),
  "call-process": new URL("./call-process.ts", import.meta.url),
  "group-writer": new URL("./group-writer.ts", import.meta.url),
  "paced-writer": new URL("../paced-writer.ts", import.meta.url),
  spender: new URL("../spending/spender.ts", import.meta.url),
  "spending-process": new URL("../spending/process.ts", import.meta.url)
}

export type Program = keyof typeof sources

/** The folder of the bundles. */
export const programsFolder = fileURLToPath(
  new URL("../../../node_modules/.cache/inlay-tests/programs", import.meta.url)
)

/** The sources to bundle, by the name of the bundle. */
export const programSources: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(sources).map(([name, source]) => [name, fileURLToPath(source)])
)

/** The file to start. */
export const program = (name: Program): string => `${programsFolder}/${name}.js`
