// Resolves a specifier to a file of the repository, an outside package, or nothing. Pure: it knows paths, not the disk.

import { isBuiltin } from "node:module"
import { posix } from "node:path"

import { type Captures, match } from "./pattern.ts"

export interface Package {
  readonly name: string
  /** From the root, with slashes: `packages/core-http`. */
  readonly folder: string
  /** The `exports` of package.json; null hides the subpath. */
  readonly exports: Readonly<Record<string, string | null>>
}

export interface Target {
  readonly kind: "file" | "outside" | "nowhere"
  readonly name: string
}

export interface Resolver {
  readonly packages: ReadonlyArray<Package>
  readonly exists: (path: string) => boolean
}

const endings = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"]

/** WXT's aliases for the extension's own folder. */
const alias = /^(?:@|~|@@|~~)\/(?<rest>.+)$/
const aliasFolder = "apps/extension"

const toFile = (path: string, exists: Resolver["exists"]): Target => {
  const plain = path.replace(/\?.*$/, "")
  const name = endings.map((ending) => plain + ending).find(exists) ?? plain
  return { kind: "file", name }
}

/** Resolves `"./*"` patterns as Node does: the star matches across slashes, and the longest prefix wins. */
const exportTarget = ({ exports }: Package, subpath: string): string | undefined => {
  const exact = exports[subpath]
  if (exact !== undefined) return exact ?? undefined
  const best = Object.keys(exports)
    .filter((key) => key.includes("*"))
    .map((key) => [key, subpath.slice(key.indexOf("*"))] as const)
    .filter(([key, rest]) => subpath === key.replace("*", rest) && rest !== "")
    .sort(([a], [b]) => b.length - a.length)[0]
  return best === undefined ? undefined : exports[best[0]]?.replaceAll("*", best[1])
}

const inWorkspace = (specifier: string, { exists, packages }: Resolver): Target | undefined => {
  const parts: Captures | undefined = match("<scope>/<name>", specifier.split("/").slice(0, 2).join("/"))
  const owner = parts && packages.find(({ name }) => name === `${parts.scope}/${parts.name}`)
  if (owner === undefined) return undefined
  const file = exportTarget(owner, `.${specifier.slice(owner.name.length)}`)
  return file === undefined ? { kind: "nowhere", name: specifier } : toFile(posix.join(owner.folder, file), exists)
}

/** Relative paths and aliases always lead to a file. The compiler checks whether it exists. */
export const resolve = (from: string, specifier: string, resolver: Resolver): Target => {
  if (/^\.{1,2}(\/|$)/.test(specifier)) return toFile(posix.join(posix.dirname(from), specifier), resolver.exists)
  const rest = from.startsWith(`${aliasFolder}/`) ? alias.exec(specifier)?.groups?.rest : undefined
  if (rest !== undefined) return toFile(posix.join(aliasFolder, rest), resolver.exists)
  const own = inWorkspace(specifier, resolver)
  if (own !== undefined) return own
  const name = isBuiltin(specifier) && !specifier.startsWith("node:") ? `node:${specifier}` : specifier
  return { kind: "outside", name }
}
