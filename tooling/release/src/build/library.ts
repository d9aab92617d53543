/**
 * Builds a library for publication: each module that its exports reach is compiled separately, next to its declarations
 * and source maps. Only the promise client is bundled, so an import loads only what it needs and stack traces point to
 * the source.
 */
import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { run } from "../run.ts"
import { root, sources, type Package } from "../workspace.ts"
import { buildPromiseClient } from "./promise-client.ts"

const compiler = join(root, "node_modules/.bin/tsc")

/** `src` is built into `dist`, any other folder into a folder of the same name there. */
const target = (room: string): string => (room === "src" ? "dist" : `dist/${room}`)

const compile = async (folder: string, room: string, files: ReadonlyArray<string>): Promise<void> => {
  const settings = mkdtempSync(join(tmpdir(), "inlay-build-"))
  const config = {
    extends: join(folder, "tsconfig.json"),
    compilerOptions: {
      noEmit: false,
      noEmitOnError: true,
      incremental: false,
      rootDir: join(folder, room),
      outDir: join(folder, target(room)),
      rewriteRelativeImportExtensions: true,
      declarationMap: true,
      sourceMap: true,
      typeRoots: [join(folder, "node_modules/@types")]
    },
    include: [],
    files: files.map((file) => join(folder, file))
  }
  try {
    writeFileSync(join(settings, "tsconfig.json"), JSON.stringify(config))
    await run(compiler, ["-p", settings])
  } finally {
    rmSync(settings, { recursive: true })
  }
}

/** Copies the files that modules read from their own folder at run time. */
const copyAssets = (folder: string, room: string): void => {
  for (const assets of globSync(`${room}/**/assets`, { cwd: folder })) {
    cpSync(join(folder, assets), join(folder, target(room), assets.slice(room.length + 1)), { recursive: true })
  }
}

export const buildLibrary = async (pkg: Package): Promise<void> => {
  const { folder } = pkg
  const rooms = Map.groupBy(sources(pkg), (file) => file.split("/")[1] ?? "src")
  rmSync(join(folder, "dist"), { recursive: true, force: true })
  for (const [room, files] of rooms) {
    await compile(folder, room, files)
    copyAssets(folder, room)
  }
  await buildPromiseClient(pkg)
}
