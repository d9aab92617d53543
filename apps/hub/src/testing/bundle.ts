/**
 * Builds the published program, if it is out of date, and the test programs, before tests start them hundreds of times.
 * This halves the duration.
 */
import { join } from "node:path"

import { buildHub } from "@inlay/release/hub-program"
import { build } from "vite"

import { programsFolder, programSources } from "./processes/programs.ts"

const root = join(import.meta.dirname, "../..")

export const setup = async (): Promise<void> => {
  await buildHub()
  await build({
    configFile: false,
    root,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: programsFolder,
      emptyOutDir: true,
      target: "node26",
      minify: false,
      rolldownOptions: { input: programSources }
    }
  })
}
