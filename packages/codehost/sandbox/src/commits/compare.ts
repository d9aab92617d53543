// Compares two branches, tags or commits.
// Source: https://docs.github.com/en/rest/commits/commits#compare-two-commits

import { type Context, param, repositoryOf } from "../frame/context.ts"
import { notFound, Refusal } from "../frame/errors.ts"
import { pageQuery, paginate } from "../frame/paging.ts"
import { ok, type Reply, textReply } from "../frame/reply.ts"
import { historyOf, mergeBase, resolveCommit } from "../git/commits.ts"
import { changedFiles, diffText, patchText } from "../git/diff.ts"
import { checkText, shownFiles } from "../git/limits.ts"
import type { Commit, GitStore } from "../git/store.ts"
import { changedFileRecord, commitRecord, siteOf } from "../records/commit.ts"
import { encodePath } from "../records/urls.ts"

/** The newest commits that a comparison without `page` and `per_page` has. */
const mostCommits = 250
const mostFiles = 300

/** Resolves a commit by name. `owner:branch` is treated as the branch of the same repository. */
const resolve = (store: GitStore, name: string): Commit => {
  const commit = resolveCommit(store, name) ?? resolveCommit(store, name.slice(name.indexOf(":") + 1))
  if (commit === undefined) throw notFound()
  return commit
}

/** Commits that are in the history of `tip` but not in that of `other`, oldest first. */
const only = (store: GitStore, tip: Commit, other: Commit): ReadonlyArray<Commit> => {
  const shas = new Set(historyOf(store, other.sha).map(({ sha }) => sha))
  return historyOf(store, tip.sha)
    .filter(({ sha }) => !shas.has(sha))
    .toReversed()
}

export const compare = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const { git } = repository
  const [baseName = "", headName] = param(context, "basehead").split("...")
  if (headName === undefined) throw notFound()
  const [base, head] = [resolve(git, baseName), resolve(git, headName)]
  const common = mergeBase(git, base.sha, head.sha)
  if (common === undefined) throw new Refusal(404, `No common ancestor between ${baseName} and ${headName}.`)
  const files = changedFiles(git, common.tree, head.tree)
  const [ahead, behind] = [only(git, head, base), only(git, base, head)]
  if (context.media.param === "diff") return textReply(context, diffText(checkText(files, "Comparison")))
  if (context.media.param === "patch")
    return textReply(context, ahead.map((commit) => patchText(git, commit)).join("\n"))
  const site = siteOf(context.world, context.urls, repository)
  const isPaged = context.query.has("page") || context.query.has("per_page")
  const record = (commit: Commit) => commitRecord(site, commit)
  const commits = isPaged ? paginate(context, ahead, record) : ok(ahead.slice(-mostCommits).map(record))
  const status =
    ahead.length > 0 ? (behind.length > 0 ? "diverged" : "ahead") : behind.length > 0 ? "behind" : "identical"
  const html = `${site.page}/compare/${encodePath(`${baseName}...${headName}`)}`
  const body = {
    url: `${site.url}/compare/${encodePath(`${baseName}...${headName}`)}`,
    html_url: html,
    permalink_url: `${site.page}/compare/${base.sha}...${head.sha}`,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    base_commit: commitRecord(site, base),
    merge_base_commit: commitRecord(site, common),
    status,
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits: commits.body,
    // Only the first page contains files.
    files:
      pageQuery(context).page > 1
        ? []
        : shownFiles(files)
            .slice(0, mostFiles)
            .map((file) => changedFileRecord(site, head.sha, file))
  }
  return ok(body, commits.headers)
}
