/**
 * A library as it is published: each module that can be reached from its exports compiled on its own, beside its
 * declarations and the maps of both. Nothing is bundled but the promise client, so an import costs what it needs and a stack
 * trace tells where.
 */
import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { run } from "../run.ts"
import { modules, root, type Package } from "../workspace.ts"
import { buildPromiseClient } from "./promise-client.ts"

const compiler = join(root, "node_modules/.bin/tsc")

/** `src` is built into `dist`, any other folder into a folder of its name there. */
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

/** What modules read from beside them at run time. */
const copyAssets = (folder: string, room: string): void => {
  for (const assets of globSync(`${room}/**/assets`, { cwd: folder })) {
    cpSync(join(folder, assets), join(folder, target(room), assets.slice(room.length + 1)), { recursive: true })
  }
}

export const buildLibrary = async (pkg: Package): Promise<void> => {
  const { folder } = pkg
  const rooms = Map.groupBy(modules(pkg).values(), (file) => file.split("/")[1] ?? "src")
  rmSync(join(folder, "dist"), { recursive: true, force: true })
  for (const [room, files] of rooms) {
    await compile(folder, room, files)
    copyAssets(folder, room)
  }
  await buildPromiseClient(pkg)
}
