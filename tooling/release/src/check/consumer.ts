/** Makes an empty project outside the workspace, as a team would, and installs the packed packages. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { examples, type Example } from "../readme/examples.ts"
import { run } from "../run.ts"
import { modules, root, type Package } from "../workspace.ts"
import type { PackedPackage } from "./tarballs.ts"

/** Compilers that must accept the declarations, by the name they are installed under. */
export const compilers = { typescript: "7.0.2", "typescript-6": "6.0.3", "typescript-5": "5.9.3" }

const INSTALL_LIMIT_MILLIS = 300_000

const programs = join(import.meta.dirname, "../../consumer")

/** What the packages are developed with: their peers, and what their tests and declarations need. */
const developedWith = ["effect", "@effect/vitest", "vitest", "@types/node"]

/** The other clients that programs are compared with, and the folder whose package.json gives each version. */
const peers = { octokit: "tooling/bench", "@modelcontextprotocol/sdk": "apps/hub" }

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(root, "packages/core-http/node_modules", name, "package.json"), "utf8")).version

const peerVersion = (name: string, folder: string): string => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))
  return { ...devDependencies, ...dependencies }[name]
}

const manifest = (tarballs: ReadonlyArray<PackedPackage>) => ({
  name: "consumer",
  private: true,
  type: "module",
  dependencies: Object.fromEntries([
    ...tarballs.map((pkg) => [pkg.manifest.name, `file:${pkg.tarball}`]),
    ...developedWith.map((name) => [name, versionOf(name)]),
    ...Object.entries(peers).map(([name, folder]) => [name, peerVersion(name, folder)]),
    ...Object.entries(compilers).map(([name, version]) => [name, `npm:typescript@${version}`])
  ])
})

/** One module that imports everything that can be imported. */
const everyEntry = (packages: ReadonlyArray<Package>): string =>
  packages
    .flatMap((pkg) => [...modules(pkg).keys()].map((subpath) => pkg.manifest.name + subpath.slice(1)))
    .map((specifier, i) => `export * as entry${i} from "${specifier}"`)
    .join("\n")

export interface ReadmeProgram extends Example {
  /** From the project's folder. */
  readonly file: string
  readonly package: string
}

/** Every example, with a file name of its own. The files are written once their account is known. */
export const readmePrograms = (packages: ReadonlyArray<Package>): ReadonlyArray<ReadmeProgram> =>
  packages.flatMap((pkg) =>
    examples(pkg).map((example) => ({
      ...example,
      package: pkg.manifest.name,
      file: `readme/${example.place.replaceAll(/[^a-z0-9]+/gi, "-")}.ts`
    }))
  )

/** Makes the project and installs. Only registry packages come from the network. */
export const install = async (folder: string, tarballs: ReadonlyArray<PackedPackage>): Promise<void> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, "readme"), { recursive: true })
  cpSync(programs, folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest(tarballs), null, 2))
  writeFileSync(join(folder, "every-entry.ts"), everyEntry(tarballs))
  for (const { file, code } of readmePrograms(tarballs)) writeFileSync(join(folder, file), code)
  await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], {
    cwd: folder,
    timeLimitMillis: INSTALL_LIMIT_MILLIS
  })
}

/**
 * Checks that npm can resolve all dependencies in a project with other versions of what the packages use. Installs
 * nothing.
 */
export const resolveBeside = async (
  folder: string,
  tarballs: ReadonlyArray<PackedPackage>,
  others: Readonly<Record<string, string>>
): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const ours = tarballs.map((pkg) => [pkg.manifest.name, `file:${pkg.tarball}`])
  const dependencies = { ...Object.fromEntries(ours), ...others }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "older", private: true, dependencies }))
  await run("npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    timeLimitMillis: INSTALL_LIMIT_MILLIS
  })
}
