// Three-way merges by files: two different changes of one file are a conflict, even where git could join their lines.

import { mergeBase } from "../git/commits.ts"
import type { GitStore } from "../git/store.ts"
import { changeTree, type FileChange, filesOf } from "../git/trees.ts"

const shasOf = (store: GitStore, tree: string | undefined): ReadonlyMap<string, string> =>
  new Map((tree === undefined ? [] : filesOf(store, tree)).map(({ path, sha }) => [path, sha]))

/** `ours` with what `theirs` changed since `ancestor`; undefined where both changed the same file. */
export const mergedTree = (
  store: GitStore,
  ancestor: string | undefined,
  ours: string,
  theirs: string
): string | undefined => {
  const [before, mine, other] = [shasOf(store, ancestor), shasOf(store, ours), shasOf(store, theirs)]
  const changes: Array<FileChange> = []
  for (const path of new Set([...before.keys(), ...other.keys()])) {
    const [was, is, wanted] = [before.get(path), mine.get(path), other.get(path)]
    if (wanted === was || wanted === is) continue
    if (is !== was) return undefined
    changes.push({ path, sha: wanted ?? null })
  }
  return changes.length === 0 ? ours : changeTree(store, ours, changes)
}

/** The tree of a merge of two commits; undefined where they conflict. */
export const mergedCommits = (store: GitStore, baseSha: string, headSha: string): string | undefined => {
  const [base, head] = [store.commits.get(baseSha), store.commits.get(headSha)]
  if (base === undefined || head === undefined) return undefined
  return mergedTree(store, mergeBase(store, baseSha, headSha)?.tree, base.tree, head.tree)
}
