// Runs before all tests: finds or installs a browser, and builds the extension and the `inlay` program. The tests use a copy of the build,
// because another test run may start a build that removes files from under the browser.
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { findChromium } from "@inlay/browser"

import { buildWhereStale, COPY_VARIABLE, extensionDir } from "../src/product/extension.ts"
import { useBuiltProgram } from "../src/product/program.ts"

export const setup = async (): Promise<() => void> => {
  await findChromium()
  await buildWhereStale()
  await useBuiltProgram()
  const copy = mkdtempSync(join(tmpdir(), "inlay-extension-"))
  cpSync(extensionDir(), copy, { recursive: true })
  process.env[COPY_VARIABLE] = copy
  return () => rmSync(copy, { recursive: true, force: true })
}
