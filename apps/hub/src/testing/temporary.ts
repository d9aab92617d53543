/** Directories for a test file, removed when it is done. */
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"

import { afterAll } from "vitest"

import { fastFolder } from "./fast-folder.ts"

/** Call it at the top level of a test file. Each call of the function it returns creates a new, empty directory. */
export const temporaryDirectories = (): (() => string) => {
  const directories: Array<string> = []
  afterAll(() => {
    for (const directory of directories) rmSync(directory, { recursive: true, force: true })
  })
  return () => {
    const directory = mkdtempSync(join(fastFolder, "inlay-hub-"))
    directories.push(directory)
    return directory
  }
}
