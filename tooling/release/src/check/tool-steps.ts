/**
 * Imports each tool step alone, as a bundler would for a browser, and checks that it does not include the client that
 * it calls.
 */
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"

import { modules, type Package } from "../workspace.ts"
import { bundle } from "./bundle.ts"

/** Size limit of any step, minified and gzip. Effect with Schema, which every step needs, is 24,000 of it. */
const MOST_BYTES = 40_000

/** The subpaths of a package's tool steps. */
export const toolSteps = (pkg: Package): ReadonlyArray<string> =>
  [...modules(pkg).keys()].filter((subpath) => subpath.startsWith("./tool-steps/"))

/** @param file of the step, from `folder`; returns its size with everything that it imports */
export const stepBytes = async (folder: string, file: string, outDir: string): Promise<number> =>
  gzipSync(readFileSync(await bundle(folder, file, outDir)), { level: 9 }).length

/** @returns the largest step, as text; fails if one is over the limit */
export const checkToolSteps = async (project: string, pkg: Package): Promise<string> => {
  const outDir = join(project, "step")
  const sizes: Array<readonly [subpath: string, bytes: number]> = []
  for (const subpath of toolSteps(pkg)) {
    const file = `node_modules/${pkg.manifest.name}/dist/${subpath.slice(2)}.js`
    sizes.push([subpath, await stepBytes(project, file, outDir)])
  }
  rmSync(outDir, { recursive: true, force: true })
  const heavy = sizes.filter(([, bytes]) => bytes > MOST_BYTES)
  if (heavy.length > 0) {
    const all = heavy.map(([subpath, bytes]) => `${subpath} has ${bytes} bytes gzip; at most ${MOST_BYTES} are allowed`)
    throw new Error(all.join("\n"))
  }
  const most = Math.max(...sizes.map(([, bytes]) => bytes))
  return `${sizes.length} steps, at most ${(most / 1000).toFixed(1)} KB gzip each`
}
