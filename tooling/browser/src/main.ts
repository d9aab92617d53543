// Prints the path of a Chromium that can load extensions, installing one where there is none.

import { findChromium } from "./find.ts"

try {
  process.stdout.write(`${await findChromium()}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
