/** `pnpm gen`: writes all generated files. `pnpm gen --check` writes nothing and fails if any of them is stale. */
import { fileURLToPath } from "node:url"

import { generate } from "./generate.ts"

const main = async (root: string, check: boolean): Promise<number> => {
  const changedFiles = await generate(root, check)
  for (const path of changedFiles) process.stdout.write(`${check ? "stale" : "wrote"} ${path}\n`)
  if (check && changedFiles.length > 0) {
    process.stderr.write("Generated files are stale. Run `pnpm gen` and commit the result.\n")
    return 1
  }
  if (changedFiles.length === 0) process.stdout.write("gen: everything is up to date\n")
  return 0
}

process.exitCode = await main(fileURLToPath(new URL("../../..", import.meta.url)), process.argv.includes("--check"))
