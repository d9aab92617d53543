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

/** Everything below a tree, each folder before what is in it, in git's order. */
export const descendantsOf = (store: GitStore, tree: string, folder = ""): ReadonlyArray<FileEntry> =>
  entriesOf(store, tree).flatMap(({ mode, name, sha }) => {
    const path = folder === "" ? name : `${folder}/${name}`
    const entry = { path, mode, sha }
    return mode === "040000" ? [entry, ...descendantsOf(store, sha, path)] : [entry]
  })

/** Every file, link and submodule below a tree, in git's order. */
export const filesOf = (store: GitStore, tree: string): ReadonlyArray<FileEntry> =>
  descendantsOf(store, tree).filter(({ mode }) => mode !== "040000")

/** A change of one path: the object that comes there, or null where what is there goes. */
export interface PathChange {
  readonly path: string
  readonly sha: string | null
  /** Absent: that of the file that it replaces, so that a link stays a link; a file where there was none. */
  readonly mode?: TreeEntry["mode"]
}

const modeOver = (before: TreeEntry | undefined): TreeEntry["mode"] =>
  before === undefined || before.mode === "040000" || before.mode === "160000" ? "100644" : before.mode

/** The tree after the changes; folders that become empty go. Undefined where nothing is left. */
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

/** Where a symbolic link leads below the same tree; undefined where it leads out of it or nowhere. */
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
