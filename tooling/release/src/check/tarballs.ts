/** Builds and packs the public packages, as they would be uploaded to the registry. */
import { statSync } from "node:fs"
import { join } from "node:path"

import { run } from "../run.ts"
import { readPackage, root, type Package } from "../workspace.ts"

export interface PackedPackage extends Package {
  /** Absolute path of the tarball. */
  readonly tarball: string
  readonly bytes: number
}

/** The pnpm to use: the one that runs this script, or the major version that the checkout names. */
const pnpm = (): readonly [command: string, ...args: Array<string>] => {
  const running = process.env["npm_execpath"] ?? ""
  if (/pnpm[^/\\]*$/.test(running)) return /\.[cm]?js$/.test(running) ? [process.execPath, running] : [running]
  const { version } = readPackage(root).manifest.devEngines?.packageManager ?? {}
  return ["npx", "-y", `pnpm@${version?.split(".")[0] ?? "latest"}`]
}

/** Packing includes the build, through `prepack`, as it does for the registry. */
export const pack = async (pkg: Package, destination: string): Promise<PackedPackage> => {
  const [command, ...args] = pnpm()
  const answer = await run(command, [...args, "pack", "--json", "--pack-destination", destination], { cwd: pkg.folder })
  const { filename }: { readonly filename: string } = JSON.parse(answer.slice(answer.indexOf("{")))
  const tarball = filename.startsWith(destination) ? filename : join(destination, filename)
  return { ...pkg, tarball, bytes: statSync(tarball).size }
}
