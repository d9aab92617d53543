/** `pnpm new <kind> ...`: exit code 2 for an invalid command line, 1 if the generators fail. */
import { fileURLToPath } from "node:url"

import { UsageError } from "./kind.ts"
import { help, scaffold } from "./scaffold.ts"

const root = fileURLToPath(new URL("../../../..", import.meta.url))
// `pnpm new -- ...` passes the dashes on.
const args = process.argv.slice(2).filter((arg) => arg !== "--")

if (args.length === 0 || args.some((arg) => arg === "--help" || arg === "-h")) process.stdout.write(help())
else {
  const unknownFlag = args.find((arg) => arg.startsWith("-"))
  try {
    if (unknownFlag !== undefined) throw new UsageError(`Unknown option: ${unknownFlag}.`)
    process.stdout.write(await scaffold(root, args))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const cause = error.cause instanceof Error ? `\n${error.cause.stack ?? error.cause.message}` : ""
    process.stderr.write(
      `new: ${error.message}${cause}${error instanceof UsageError ? "\nTry: pnpm new --help" : ""}\n`
    )
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}
