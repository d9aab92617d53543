// Reads the built files, for tests.
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const output = join(dirname(import.meta.dirname), ".output")

export const targets = ["chrome-mv3", "firefox-mv3"] as const
export type Target = (typeof targets)[number]

export const read = (target: Target, path: string): string => readFileSync(join(output, target, path), "utf8")

export const bytesOf = (target: Target, path: string): number => readFileSync(join(output, target, path)).byteLength

export const filesOf = (target: Target): ReadonlyArray<string> =>
  readdirSync(join(output, target), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(output, target).length + 1))
