/**
 * Formats new TypeScript as in this repository, because names longer or shorter than the template's break lines
 * elsewhere.
 */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const house = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

export const format = async (root: string, paths: ReadonlyArray<string>): Promise<void> => {
  const code = paths.filter((path) => /\.tsx?$/.test(path))
  await promisify(execFile)(house("node_modules/.bin/oxfmt"), ["-c", house(".oxfmtrc.json"), ...code], { cwd: root })
}
