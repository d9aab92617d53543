// Builds the extension for tests of the built files, if it is missing or older than its sources.
import { execFile } from "node:child_process"
import { dirname, join } from "node:path"
import { promisify } from "node:util"

import { isCurrent } from "@inlay/release/current"

const root = dirname(import.meta.dirname)
const wxt = join(root, "node_modules/wxt/bin/wxt.mjs")

const builds = [
  { folder: "chrome-mv3", args: ["build", "-b", "chrome"] },
  { folder: "firefox-mv3", args: ["build", "-b", "firefox", "--mv3"] }
]

const sources = [root, join(root, "../../packages")]

export const setup = async (): Promise<void> => {
  for (const { folder, args } of builds) {
    if (isCurrent(join(root, ".output", folder, "manifest.json"), sources)) continue
    // Always a production build, whatever environment the tests run in.
    const env = { ...process.env, NODE_ENV: "production" }
    await promisify(execFile)(process.execPath, [wxt, ...args], { cwd: root, env })
  }
}
