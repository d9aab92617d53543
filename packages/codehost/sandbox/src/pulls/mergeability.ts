// Three-way merges per file: if both sides changed a file differently, it is a conflict, even if git could merge the
// lines.

import { mergeBase } from "../git/commits.ts"
import type { GitStore } from "../git/store.ts"
import { changeTree, type FileEntry, filesByPath, type PathChange } from "../git/trees.ts"

const isSame = (one: FileEntry | undefined, other: FileEntry | undefined): boolean =>
  one?.sha === other?.sha && one?.mode === other?.mode

/** `baseTree` plus the changes of `headTree` since `ancestor`. Returns undefined if both changed the same file. */
export const mergedTree = (
  store: GitStore,
  ancestor: string | undefined,
  baseTree: string,
  headTree: string
): string | undefined => {
  const [before, base, head] = [
    filesByPath(store, ancestor),
    filesByPath(store, baseTree),
    filesByPath(store, headTree)
  ]
  const changes: Array<PathChange> = []
  for (const path of new Set([...before.keys(), ...head.keys()])) {
    const [was, is, next] = [before.get(path), base.get(path), head.get(path)]
    if (isSame(next, was) || isSame(next, is)) continue
    if (!isSame(is, was)) return undefined
    changes.push(next ?? { path, sha: null })
  }
  return changes.length === 0 ? baseTree : changeTree(store, baseTree, changes)
}

/** The tree of a merge of two commits. Returns undefined if they conflict. */
export const mergedCommits = (store: GitStore, baseSha: string, headSha: string): string | undefined => {
  const [base, head] = [store.commits.get(baseSha), store.commits.get(headSha)]
  if (base === undefined || head === undefined) return undefined
  return mergedTree(store, mergeBase(store, baseSha, headSha)?.tree, base.tree, head.tree)
}
