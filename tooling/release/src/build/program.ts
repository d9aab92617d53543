/**
 * Builds a program for publication: one bundle with all that it needs, so that it installs and starts quickly. Names
 * are kept, so that stack traces in bug reports are readable.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { build } from "tsdown"

import type { Package } from "../workspace.ts"
import { chunkNames } from "./chunks.ts"
import { exportLine } from "./export-line.ts"
import { notices } from "./notices.ts"
import { segmenterWhenUsed } from "./segmenter.ts"

export const buildProgram = async ({ folder, manifest }: Package): Promise<void> => {
  const { bundles } = await build({
    cwd: folder,
    config: false,
    entry: Object.fromEntries(
      Object.values(manifest.bin ?? {}).map((source) => [source.replace(/^.*\/|\.ts$/g, ""), source])
    ),
    format: "esm",
    platform: "node",
    target: "node22.19",
    dts: false,
    sourcemap: false,
    // oidc-provider stores its records by the names of their classes, so classes keep also names that no code mentions.
    minify: {
      compress: { keepNames: { class: true, function: true } },
      mangle: false,
      codegen: { removeWhitespace: true }
    },
    plugins: [segmenterWhenUsed, exportLine],
    deps: { alwaysBundle: /^(?!node:)/, onlyBundle: false },
    fixedExtension: false,
    // depd, which oidc-provider needs through koa, wraps deprecated functions by `eval`. The linter refuses our own.
    inputOptions: { preserveEntrySignatures: "allow-extension", checks: { eval: false } },
    outputOptions: {
      // A program that runs while another version is installed over it may load none of the other's parts: they would be
      // those of another program. Without a hash, many have the same name.
      chunkFileNames: "[name]-[hash].js",
      // Node decodes and scans a file with one other character much more slowly.
      charset: "ascii",
      codeSplitting: {
        groups: [{ debugName: "starts", name: chunkNames(folder), includeDependenciesRecursively: false }]
      }
    },
    clean: true,
    logLevel: "warn"
  })
  const bundledPackages = bundles.flatMap(({ chunks }) =>
    chunks.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []))
  )
  writeFileSync(join(folder, "dist/THIRD-PARTY-NOTICES.txt"), notices(bundledPackages))
}
