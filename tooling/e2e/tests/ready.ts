// Before all tests: the extension as its sources are now, and a browser, found or installed.
import { findChromium } from "@inlay/browser"

import { buildWhereStale } from "../src/support/extension.ts"

export const setup = async (): Promise<void> => {
  await buildWhereStale()
  await findChromium()
}
