/** The program as it is published, and those of the tests, built once before they are started hundreds of times: in half the time. */
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
