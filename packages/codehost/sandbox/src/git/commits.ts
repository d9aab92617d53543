// Creates commits, and finds them by branch, tag or SHA.

import {
  type Commit,
  type GitStore,
  type Signature,
  type TreeEntry,
  writeBlob,
  writeCommit,
  writeTree
} from "./store.ts"
import { changeTree, type PathChange } from "./trees.ts"

/** New content at a path: text or bytes of a file, an entry with another mode, or null to delete. */
export type FileContent = string | Buffer | null | SpecialFile

export interface SpecialFile {
  readonly mode: TreeEntry["mode"]
  /** The target of a symbolic link, or the commit SHA of a submodule. */
  readonly content: string
}

export interface NewCommit {
  readonly message: string
  readonly author: Signature
  readonly committer?: Signature
  /** New content by path. */
  readonly files: Readonly<Record<string, FileContent>>
}

const changeOf = (store: GitStore, path: string, content: FileContent): PathChange => {
  if (content === null) return { path, sha: null }
  if (typeof content === "string" || Buffer.isBuffer(content))
    return { path, sha: writeBlob(store, Buffer.from(content)) }
  const { mode, content: text } = content
  return { path, mode, sha: mode === "160000" ? text : writeBlob(store, Buffer.from(text)) }
}

/** Commits to a branch. The branch is created if it does not exist. */
export const commitTo = (store: GitStore, branch: string, { author, committer, files, message }: NewCommit): Commit => {
  const ref = `refs/heads/${branch}`
  const parent = store.commits.get(store.refs.get(ref) ?? "")
  const changes = Object.entries(files).map(([path, content]) => changeOf(store, path, content))
  const commit = writeCommit(store, {
    tree: changeTree(store, parent?.tree, changes) ?? writeTree(store, []),
    parents: parent === undefined ? [] : [parent.sha],
    author,
    committer: committer ?? author,
    message
  })
  store.refs.set(ref, commit.sha)
  return commit
}

const shortest = 7

/**
 * Finds a commit by branch, tag, full ref, SHA or abbreviated SHA. Branches take precedence over tags, as with the
 * service.
 */
export const resolveCommit = (store: GitStore, name: string): Commit | undefined => {
  const candidates = [`refs/heads/${name}`, `refs/tags/${name}`, `refs/${name}`, name]
  const ref = candidates.find((candidate) => store.refs.has(candidate))
  if (ref !== undefined) return store.commits.get(store.refs.get(ref) ?? "")
  const commit = store.commits.get(name)
  if (commit !== undefined || name.length < shortest || !/^[0-9a-f]+$/.test(name)) return commit
  const matching = [...store.commits.keys()].filter((sha) => sha.startsWith(name))
  return matching.length === 1 ? store.commits.get(matching[0] ?? "") : undefined
}

/** A commit and all its ancestors, newest first. If timestamps are equal, children come before parents. */
export const historyOf = (store: GitStore, tip: string): ReadonlyArray<Commit> => {
  const visits = new Set<string>()
  const waiting: Array<Commit> = []
  const add = (sha: string): void => {
    const commit = store.commits.get(sha)
    if (commit === undefined || visits.has(sha)) return
    visits.add(sha)
    waiting.push(commit)
  }
  add(tip)
  const history: Array<Commit> = []
  for (;;) {
    const newest = waiting.reduce<Commit | undefined>(
      (best, commit) => (best === undefined || commit.committer.date > best.committer.date ? commit : best),
      undefined
    )
    if (newest === undefined) return history
    waiting.splice(waiting.indexOf(newest), 1)
    history.push(newest)
    newest.parents.forEach(add)
  }
}

/** The newest commit that is in the history of both. */
export const mergeBase = (store: GitStore, one: string, other: string): Commit | undefined => {
  const shas = new Set(historyOf(store, one).map(({ sha }) => sha))
  return historyOf(store, other).find(({ sha }) => shas.has(sha))
}
