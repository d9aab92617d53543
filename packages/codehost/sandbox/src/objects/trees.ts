// Routes that read trees and create new ones from existing ones.
// Source: https://docs.github.com/en/rest/git/trees

import { checkWorkflowFile } from "../contents/workflow-files.ts"
import { type Context, param } from "../frame/context.ts"
import { notFound, unprocessable } from "../frame/errors.ts"
import { optionalText } from "../frame/fields.ts"
import { created, ok, type Reply } from "../frame/reply.ts"
import { resolveCommit } from "../git/commits.ts"
import type { GitStore } from "../git/store.ts"
import { changeTree, descendantsOf, type FileEntry } from "../git/trees.ts"
import { type Site, siteOf } from "../records/commit.ts"
import { nonEmptyRepository } from "./non-empty.ts"
import { changesIn } from "./tree-input.ts"

const typeOf = ({ mode }: FileEntry): "blob" | "tree" | "commit" =>
  mode === "040000" ? "tree" : mode === "160000" ? "commit" : "blob"

const entryRecord = ({ repository, url }: Site, entry: FileEntry) => {
  const { mode, path, sha } = entry
  const type = typeOf(entry)
  if (type === "commit") return { path, mode, type, sha }
  const size = type === "blob" ? { size: repository.git.blobs.get(sha)?.length ?? 0 } : {}
  return { path, mode, type, sha, ...size, url: `${url}/git/${type}s/${sha}` }
}

const treeRecord = (site: Site, sha: string, entries: ReadonlyArray<FileEntry>, most: number) => ({
  sha,
  url: `${site.url}/git/trees/${sha}`,
  tree: entries.slice(0, most).map((entry) => entryRecord(site, entry)),
  truncated: entries.length > most
})

const childrenOf = ({ trees }: GitStore, tree: string): ReadonlyArray<FileEntry> =>
  (trees.get(tree) ?? []).map(({ mode, name, sha }) => ({ path: name, mode, sha }))

export const getTree = (context: Context): Reply => {
  const repository = nonEmptyRepository(context)
  const { git } = repository
  const name = param(context, "tree_sha")
  const sha = git.trees.has(name) ? name : resolveCommit(git, name)?.tree
  if (sha === undefined) throw notFound()
  // Any value of `recursive` lists the whole tree, even `false`.
  const entries = context.query.has("recursive") ? descendantsOf(git, sha) : childrenOf(git, sha)
  const site = siteOf(context.world, context.urls, repository)
  return ok(treeRecord(site, sha, entries, context.state.settings.treeEntries))
}

export const createTree = (context: Context): Reply => {
  const repository = nonEmptyRepository(context, "push")
  const { git } = repository
  const base = optionalText(context.body, "base_tree")
  const changes = changesIn(context, git)
  for (const { path } of changes) checkWorkflowFile(context, path)
  if (base !== undefined && !git.trees.has(base)) throw unprocessable("base_tree is not a valid tree oid")
  const present = new Set(base === undefined ? [] : descendantsOf(git, base).map(({ path }) => path))
  // Only existing entries can be deleted.
  if (changes.some(({ path, sha }) => sha === null && !present.has(path))) throw unprocessable("GitRPC::BadObjectState")
  const sha = changeTree(git, base, changes)
  if (sha === undefined) throw unprocessable("Sorry, your changes leave nothing in the tree.")
  const record = treeRecord(
    siteOf(context.world, context.urls, repository),
    sha,
    childrenOf(git, sha),
    context.state.settings.treeEntries
  )
  return created(record, record.url)
}
