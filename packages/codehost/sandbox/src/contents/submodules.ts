// Finds the repository URL of a submodule in the `.gitmodules` file at the root.
// Source: https://git-scm.com/docs/gitmodules

import type { GitStore } from "../git/store.ts"
import { entryAt } from "../git/trees.ts"

/** Returns null if the file has no entry for the path. */
export const submoduleAddress = (store: GitStore, tree: string, path: string): string | null => {
  const file = entryAt(store, tree, ".gitmodules")
  const text = store.blobs.get(file?.sha ?? "")?.toString("utf8") ?? ""
  const valueOf = (section: string, name: string): string | undefined =>
    new RegExp(`^\\s*${name}\\s*=\\s*(.+?)\\s*$`, "m").exec(section)?.[1]
  const section = text.split(/^\[/m).find((one) => valueOf(one, "path") === path)
  return section === undefined ? null : (valueOf(section, "url") ?? null)
}
