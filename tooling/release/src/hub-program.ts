/** The hub's published program, for tests that start it. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"

import { isCurrent } from "./current.ts"
import { root } from "./workspace.ts"

const hub = join(root, "apps/hub")

/** Builds the program if it is missing or older than its sources, and returns the path of its first file. */
export const buildHub = async (): Promise<string> => {
  // The build writes this page last.
  const page = join(hub, "dist/chat-card/index.html")
  if (!isCurrent(page, [join(hub, "src"), join(root, "packages")])) {
    await promisify(execFile)(process.execPath, ["--run", "build"], { cwd: hub })
  }
  return join(hub, "dist/main.js")
}
