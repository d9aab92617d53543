// All modules of the house with their imports resolved: what the edge table and the cycle check are read against.

import { type Import, importsOf } from "./imports.ts"
import { type Package, type Target, resolve } from "./resolve.ts"

export interface Edge extends Import {
  readonly target: Target
}

/** Path from the root -> its imports, in the order of the file. */
export type Graph = ReadonlyMap<string, ReadonlyArray<Edge>>

export interface Workspace {
  readonly packages: ReadonlyArray<Package>
  /** Path from the root -> text. */
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
