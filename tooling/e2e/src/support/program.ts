/** The `inlay` program that the tests and the tour start. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { isCurrent } from "@inlay/release/current"

const root = fileURLToPath(new URL("../../../../", import.meta.url))
const hub = join(root, "apps/hub")

/** Says that the built program is up to date. */
const BUILT_VARIABLE = "INLAY_E2E_BUILT"

/** The file to start: the published form after `useBuiltProgram`, or else the source, which takes four times as long. */
export const program = (): string => join(hub, process.env[BUILT_VARIABLE] === "1" ? "dist/main.js" : "src/main.ts")

/** Has `program` return the published form, which is built first if it is missing or older than its sources. */
export const useBuiltProgram = async (): Promise<void> => {
  // The build writes this page last.
  const page = join(hub, "dist/chat-card/index.html")
  if (!isCurrent(page, [join(hub, "src"), join(root, "packages")])) {
    await promisify(execFile)(process.execPath, ["--run", "build"], { cwd: hub })
  }
  process.env[BUILT_VARIABLE] = "1"
}
