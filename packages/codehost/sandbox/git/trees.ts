// Folders: finding what is at a path, and the tree that a change of files makes.

import { type GitStore, type TreeEntry, writeTree } from "./store.ts"

export interface FileEntry {
  readonly path: string
  readonly mode: TreeEntry["mode"]
  readonly sha: string
}

const entriesOf = ({ trees }: GitStore, tree: string): ReadonlyArray<TreeEntry> => trees.get(tree) ?? []

/** What is at a path below a tree; the empty path is the tree itself. */
export const entryAt = (store: GitStore, tree: string, path: string): TreeEntry | undefined => {
  const segments = path.split("/").filter((segment) => segment !== "")
  let entry: TreeEntry | undefined = { mode: "040000", name: "", sha: tree }
  for (const segment of segments) {
    entry = entry?.mode === "040000" ? entriesOf(store, entry.sha).find(({ name }) => name === segment) : undefined
  }
  return entry
}

/** Every file below a tree, in git's order. */
export const filesOf = (store: GitStore, tree: string, folder = ""): ReadonlyArray<FileEntry> =>
  entriesOf(store, tree).flatMap(({ mode, name, sha }) => {
    const path = folder === "" ? name : `${folder}/${name}`
    return mode === "040000" ? filesOf(store, sha, path) : [{ path, mode, sha }]
  })

/** A change of one file: its new blob, or null where it goes. */
export interface FileChange {
  readonly path: string
  readonly sha: string | null
}

/** The tree after the changes; folders that become empty go. Undefined where nothing is left. */
export const changeTree = (
  store: GitStore,
  tree: string | undefined,
  changes: ReadonlyArray<FileChange>
): string | undefined => {
  const entries = new Map((tree === undefined ? [] : entriesOf(store, tree)).map((entry) => [entry.name, entry]))
  const deeper = new Map<string, Array<FileChange>>()
  for (const { path, sha } of changes) {
    const [name = "", ...rest] = path.split("/")
    if (rest.length > 0) deeper.set(name, [...(deeper.get(name) ?? []), { path: rest.join("/"), sha }])
    else if (sha === null) entries.delete(name)
    else entries.set(name, { mode: "100644", name, sha })
  }
  for (const [name, inner] of deeper) {
    const known = entries.get(name)
    const sha = changeTree(store, known?.mode === "040000" ? known.sha : undefined, inner)
    if (sha === undefined) entries.delete(name)
    else entries.set(name, { mode: "040000", name, sha })
  }
  return entries.size === 0 ? undefined : writeTree(store, [...entries.values()])
}
