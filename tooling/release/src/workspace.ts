/** The checkout from the point of view of a release: which packages are public, and what each exports. */
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../../..", import.meta.url))

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  /** Maps a subpath to its source in the checkout, or to one for each condition; `null` hides it. */
  readonly exports?: Readonly<Record<string, string | null | Readonly<Record<"node" | "default", string>>>>
  readonly bin?: Readonly<Record<string, string>>
  readonly engines?: { readonly node?: string }
  readonly devEngines?: { readonly packageManager?: { readonly version?: string } }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

export interface Package {
  /** Absolute. */
  readonly folder: string
  readonly manifest: Manifest
}

export const readPackage = (folder: string): Package => ({
  folder,
  manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
})

/** Every published package, sorted by name. */
export const publicPackages = (): ReadonlyArray<Package> =>
  globSync("{packages,apps,packages/*}/*/package.json", { cwd: root })
    .map((path) => readPackage(join(root, dirname(path))))
    .filter(({ manifest }) => manifest.private !== true)
    .sort((a, b) => (a.manifest.name < b.manifest.name ? -1 : 1))

const hidden = ({ exports = {} }: Manifest, subpath: string): boolean =>
  Object.entries(exports).some(
    ([key, source]) => source === null && (key.endsWith("*") ? subpath.startsWith(key.slice(0, -1)) : subpath === key)
  )

/** Everything that can be imported on Node: subpath -> source, with wildcards expanded, in the order of `exports`. */
export const entries = ({ folder, manifest }: Package): ReadonlyMap<string, string> => {
  const subpaths = new Map<string, string>()
  for (const [subpath, value] of Object.entries(manifest.exports ?? {})) {
    if (value === null) continue
    const source = typeof value === "string" ? value : value.node
    const [before = "", after] = source.split("*")
    if (after === undefined) {
      subpaths.set(subpath, source)
      continue
    }
    for (const path of globSync(source, { cwd: folder }).sort()) {
      if (path.endsWith(".test.ts")) continue
      const name = `./${path}`.slice(before.length, `./${path}`.length - after.length)
      if (!hidden(manifest, subpath.replace("*", name))) subpaths.set(subpath.replace("*", name), `./${path}`)
    }
  }
  return subpaths
}

/** The entries that are modules. */
export const modules = (pkg: Package): ReadonlyMap<string, string> =>
  new Map([...entries(pkg)].filter(([, source]) => source.endsWith(".ts")))

/** The sources of all modules, also of those that only other platforms import. */
export const sources = (pkg: Package): ReadonlySet<string> =>
  new Set([
    ...modules(pkg).values(),
    ...Object.values(pkg.manifest.exports ?? {}).flatMap((value) =>
      typeof value === "object" && value !== null ? [value.default] : []
    )
  ])
