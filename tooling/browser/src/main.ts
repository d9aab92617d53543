// Prints the path of a Chromium that can load extensions, and installs one if necessary.

import { findChromium } from "./find.ts"

try {
  process.stdout.write(`${await findChromium()}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
