/** Generated files. They are collected first and then written or compared, so that a check changes nothing. */
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"

export interface Output {
  /** From the repository's root. */
  readonly path: string
  readonly text: string
}

const current = async (root: string, path: string): Promise<string | undefined> => {
  try {
    return await readFile(join(root, path), "utf8")
  } catch {
    return undefined
  }
}

/** Returns the outputs that differ from the files on disk. */
export const stale = async (root: string, outputs: ReadonlyArray<Output>): Promise<ReadonlyArray<Output>> => {
  const pairs = await Promise.all(outputs.map(async (output) => [output, await current(root, output.path)] as const))
  return pairs.filter(([output, text]) => output.text !== text).map(([output]) => output)
}

export const write = async (root: string, outputs: ReadonlyArray<Output>): Promise<void> => {
  for (const { path, text } of outputs) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
}
