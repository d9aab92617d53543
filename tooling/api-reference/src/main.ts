/** `pnpm docs:api`: writes the site to `artifacts/api`; exit code 1 where the sources leave something undocumented. */
import { join } from "node:path"

import { root } from "@inlay/release/workspace"

import { house } from "./reference.ts"

const { problems, write } = await house()
const folder = join(root, "artifacts/api")
await write(folder)
process.stdout.write(`written to ${folder}\n`)
if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\n${problems.length} problems\n`)
  process.exitCode = 1
}
