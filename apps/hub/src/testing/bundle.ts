/**
 * Builds the published program, if it is out of date, and the test programs, before tests start them hundreds of times.
 * This halves the duration.
 */
import { execFileSync } from "node:child_process"
import { join } from "node:path"

import { isCurrent } from "@inlay/release/current"
import { build } from "vite"

import { programsFolder, programSources } from "./processes/programs.ts"

const root = join(import.meta.dirname, "../..")

export const setup = async (): Promise<void> => {
  // The build writes this page last.
  if (!isCurrent(join(root, "dist/chat-card/index.html"), [join(root, "src"), join(root, "../../packages")])) {
    execFileSync(process.execPath, ["--run", "build"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] })
  }
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
