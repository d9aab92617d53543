/**
 * Checks a package.json for the facts that a registry shows, and for version ranges that let security patches through.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { readPackage, root, type Package } from "../workspace.ts"

/** An exact version would block a patch. The workspace's own packages are exempt. */
const letsPatchesThrough = (range: string): boolean => /^(\^|~|>=|workspace:\^$|\*$)/.test(range)

interface DescribedManifest {
  readonly description?: string
  readonly license?: string
  readonly keywords?: ReadonlyArray<string>
  readonly homepage?: string
  readonly bugs?: { readonly url?: string }
  readonly repository?: { readonly url?: string; readonly directory?: string }
  readonly publishConfig?: { readonly access?: string }
}

/** Everything that is missing or wrong, one sentence each; empty if the package may be published. */
export const metadataProblems = ({ folder, manifest }: Package): ReadonlyArray<string> => {
  const described = manifest as DescribedManifest
  const repository = readPackage(root).manifest as DescribedManifest
  const directory = folder.slice(root.length).replace(/^\//, "")
  const isLicence = (file: string) => existsSync(file) && readFileSync(file, "utf8").startsWith("MIT License")
  const dependencies = { ...manifest.dependencies, ...manifest.peerDependencies }
  const checks: ReadonlyArray<readonly [isRight: boolean, problem: string]> = [
    [Boolean(described.description), "it has no description"],
    [described.license === "MIT", "its license is not MIT"],
    [isLicence(join(folder, "LICENSE")), "it has no licence file"],
    [existsSync(join(folder, "README.md")), "it has no README"],
    [(described.keywords?.length ?? 0) > 0, "it has no keywords"],
    [
      repository.homepage !== undefined && described.homepage === repository.homepage,
      "its homepage is not the repository's"
    ],
    [
      repository.bugs !== undefined && described.bugs?.url === repository.bugs.url,
      "its bugs are not reported to the repository"
    ],
    [
      repository.repository !== undefined && described.repository?.url === repository.repository.url,
      "its repository is not this one"
    ],
    [described.repository?.directory === directory, `its repository's directory is not ${directory}`],
    [manifest.engines?.node !== undefined, "it does not say which Node version it needs"],
    [described.publishConfig?.access === "public", "its access is not public"]
  ]
  const pinned = Object.entries(dependencies).filter(([, range]) => !letsPatchesThrough(range))
  return [
    ...checks.filter(([isRight]) => !isRight).map(([, problem]) => problem),
    ...pinned.map(([name, range]) => `its dependency ${name} is pinned to ${range}: use a caret range`)
  ]
}
