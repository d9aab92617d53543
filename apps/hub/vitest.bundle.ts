/**
 * Builds the published program and the test programs once, before tests start them hundreds of times. This halves the
 * duration.
 */
import { execFileSync } from "node:child_process"

import { build } from "vite"

import { programsFolder, programSources } from "./src/testing/processes/programs.ts"

export const setup = async (): Promise<void> => {
  execFileSync(process.execPath, ["--run", "build"], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "ignore", "inherit"]
  })
  await build({
    configFile: false,
    root: import.meta.dirname,
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
