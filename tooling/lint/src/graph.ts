// The import graph of all modules of the repository, with resolved imports. The edge table and the cycle check run on
// it.

import { type Import, importsOf } from "./imports.ts"
import { type Package, type Target, resolve } from "./resolve.ts"

export interface Edge extends Import {
  readonly target: Target
}

/** Maps a path from the root to the module's imports, in the order of the file. */
export type Graph = ReadonlyMap<string, ReadonlyArray<Edge>>

export interface Workspace {
  readonly packages: ReadonlyArray<Package>
  /** Maps a path from the root to the file's text. */
  readonly sources: ReadonlyMap<string, string>
}

export const graphOf = ({ packages, sources }: Workspace): Graph => {
  const resolver = { packages, exists: (path: string) => sources.has(path) }
  return new Map(
    [...sources].map(([path, source]) => [
      path,
      importsOf(path, source).map((one) => ({ ...one, target: resolve(path, one.specifier, resolver) }))
    ])
  )
}
