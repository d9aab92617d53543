/** Temporary checkouts for the tests: only the files that a test names, gone when it ends. */
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { onTestFinished } from "vitest"

import { write } from "../outputs.ts"

export interface Tree {
  readonly root: string
  readonly read: (path: string) => Promise<string>
  /** Every file by its path from the root. */
  readonly all: () => Promise<Readonly<Record<string, string>>>
}

export const tree = async (files: Readonly<Record<string, string>>): Promise<Tree> => {
  const root = await mkdtemp(join(tmpdir(), "inlay-gen-"))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await write(
    root,
    Object.entries(files).map(([path, text]) => ({ path, text }))
  )
  const read = (path: string) => readFile(join(root, path), "utf8")
  // `readdir`'s own recursion walks into links, such as to what is installed.
  const pathsIn = async (folder: string): Promise<ReadonlyArray<string>> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    const own = entries.filter((entry) => entry.isFile()).map((entry) => join(folder, entry.name))
    const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => pathsIn(join(folder, entry.name)))
    return [...own, ...(await Promise.all(folders)).flat()].sort()
  }
  const all = async () =>
    Object.fromEntries(await Promise.all((await pathsIn("")).map(async (path) => [path, await read(path)] as const)))
  return { root, read, all }
}
