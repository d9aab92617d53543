/** Bundles a module as a team's bundler would for a browser: one minified file with everything that it imports. */
import { join } from "node:path"

import { build } from "tsdown"

/**
 * @param file the module, from `folder`
 * @returns the path of the bundle in `outDir`, whose earlier content is removed
 */
export const bundle = async (folder: string, file: string, outDir: string): Promise<string> => {
  await build({
    cwd: folder,
    config: false,
    entry: { bundle: file },
    outDir,
    format: "esm",
    platform: "browser",
    target: "es2024",
    dts: false,
    sourcemap: false,
    minify: true,
    deps: { alwaysBundle: /.*/, onlyBundle: false },
    fixedExtension: false,
    outputOptions: { codeSplitting: false },
    clean: true,
    logLevel: "warn"
  })
  return join(outDir, "bundle.js")
}
