/** `pnpm docs:site`: writes the site to `artifacts/docs`. Exit code 1 if the sources leave something undocumented. */
import { join } from "node:path"

import { root } from "@inlay/release/workspace"

import { site } from "./site.ts"

const { problems, write } = await site()
const folder = join(root, "artifacts/docs")
await write(folder)
process.stdout.write(`written to ${folder}\n`)
if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\n${problems.length} problems\n`)
  process.exitCode = 1
}
