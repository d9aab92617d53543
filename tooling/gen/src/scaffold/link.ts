/**
 * The dependencies of a package that is new: linked to what a neighbour has installed, as the package manager will, so
 * that the generators can load it at once and without a network.
 */
import { existsSync } from "node:fs"
import { mkdir, realpath, symlink } from "node:fs/promises"
import { dirname, join, relative } from "node:path"

import { readPackage } from "../workspace.ts"

/**
 * @param folder the new package's, from the root
 * @param neighbour the folder of a package that has the same dependencies; what it lacks is left to the package manager
 */
export const linkLike = async (root: string, folder: string, neighbour: string): Promise<void> => {
  const { dependencies, devDependencies } = await readPackage(root, folder)
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const installed = join(root, neighbour, "node_modules", name)
    if (!existsSync(installed)) continue
    const link = join(root, folder, "node_modules", name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(relative(dirname(link), await realpath(installed)), link)
  }
}
