// Finds the entry at a path in a tree, and creates trees with changed files.

import { type GitStore, type TreeEntry, writeTree } from "./store.ts"

export interface FileEntry {
  readonly path: string
  readonly mode: TreeEntry["mode"]
  readonly sha: string
}

const entriesOf = ({ trees }: GitStore, tree: string): ReadonlyArray<TreeEntry> => trees.get(tree) ?? []

/** The entry at a path below a tree. An empty path means the tree itself. */
export const entryAt = (store: GitStore, tree: string, path: string): TreeEntry | undefined => {
  const segments = path.split("/").filter((segment) => segment !== "")
  let entry: TreeEntry | undefined = { mode: "040000", name: "", sha: tree }
  for (const segment of segments) {
    entry = entry?.mode === "040000" ? entriesOf(store, entry.sha).find(({ name }) => name === segment) : undefined
  }
  return entry
}

/** Everything below a tree in git's order. Each folder comes before its contents. */
export const descendantsOf = (store: GitStore, tree: string, folder = ""): ReadonlyArray<FileEntry> =>
  entriesOf(store, tree).flatMap(({ mode, name, sha }) => {
    const path = folder === "" ? name : `${folder}/${name}`
    const entry = { path, mode, sha }
    return mode === "040000" ? [entry, ...descendantsOf(store, sha, path)] : [entry]
  })

/** Every file, symbolic link and submodule below a tree, in git's order. */
export const filesOf = (store: GitStore, tree: string): ReadonlyArray<FileEntry> =>
  descendantsOf(store, tree).filter(({ mode }) => mode !== "040000")

export const filesByPath = (store: GitStore, tree: string | undefined): ReadonlyMap<string, FileEntry> =>
  new Map((tree === undefined ? [] : filesOf(store, tree)).map((file) => [file.path, file]))

/** A change at one path: the SHA of the new object, or null to delete the entry. */
export interface PathChange {
  readonly path: string
  readonly sha: string | null
  /**
   * If absent, the mode of the replaced entry is kept, so that a link stays a link. A new entry becomes a regular file.
   */
  readonly mode?: TreeEntry["mode"]
}

const modeOver = (before: TreeEntry | undefined): TreeEntry["mode"] =>
  before === undefined || before.mode === "040000" || before.mode === "160000" ? "100644" : before.mode

/** The tree after the changes. Empty folders are removed. Returns undefined if nothing is left. */
export const changeTree = (
  store: GitStore,
  tree: string | undefined,
  changes: ReadonlyArray<PathChange>
): string | undefined => {
  const entries = new Map((tree === undefined ? [] : entriesOf(store, tree)).map((entry) => [entry.name, entry]))
  const deeper = new Map<string, Array<PathChange>>()
  for (const { mode, path, sha } of changes) {
    const [name = "", ...rest] = path.split("/")
    if (rest.length > 0) {
      const inner = deeper.get(name) ?? []
      inner.push({ path: rest.join("/"), sha, ...(mode === undefined ? {} : { mode }) })
      deeper.set(name, inner)
    } else if (sha === null) entries.delete(name)
    else entries.set(name, { mode: mode ?? modeOver(entries.get(name)), name, sha })
  }
  for (const [name, inner] of deeper) {
    const entry = entries.get(name)
    const sha = changeTree(store, entry?.mode === "040000" ? entry.sha : undefined, inner)
    if (sha === undefined) entries.delete(name)
    else entries.set(name, { mode: "040000", name, sha })
  }
  return entries.size === 0 ? undefined : writeTree(store, [...entries.values()])
}

const mostLinkCharacters = 4096

/**
 * Resolves a symbolic link within the same tree. Returns undefined if it leads out of the tree or to a missing entry.
 */
export const linkTarget = (store: GitStore, tree: string, path: string, link: TreeEntry): TreeEntry | undefined => {
  const text = store.blobs.get(link.sha)?.toString("utf8") ?? ""
  if (text === "" || text.startsWith("/") || text.length > mostLinkCharacters) return undefined
  const segments = path.split("/").slice(0, -1)
  for (const step of text.split("/")) {
    if (step === "" || step === ".") continue
    if (step !== "..") segments.push(step)
    else if (segments.pop() === undefined) return undefined
  }
  return entryAt(store, tree, segments.join("/"))
}
