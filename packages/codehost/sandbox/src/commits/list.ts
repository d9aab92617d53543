// Lists the commits of a branch, filtered by path, author, committer and time.
// Source: https://docs.github.com/en/rest/commits/commits#list-commits

import { type Context, repositoryOf } from "../frame/context.ts"
import { conflict, Refusal } from "../frame/errors.ts"
import { paginate } from "../frame/paging.ts"
import type { Reply } from "../frame/reply.ts"
import { historyOf, resolveCommit } from "../git/commits.ts"
import type { Commit, GitStore, Signature } from "../git/store.ts"
import { entryAt } from "../git/trees.ts"
import { commitRecord, siteOf } from "../records/commit.ts"

/** Whether the commit changed the entry at the path. A merge that took the entry from one of its parents did not. */
const touches = (store: GitStore, commit: Commit, path: string): boolean => {
  const own = entryAt(store, commit.tree, path)
  const parents = commit.parents.map((sha) => entryAt(store, store.commits.get(sha)?.tree ?? "", path))
  if (parents.length === 0) return own !== undefined
  return parents.every((parent) => parent?.sha !== own?.sha || parent?.mode !== own?.mode)
}

/** Whether the commit is by the given account name or e-mail address. */
const isBy = ({ email }: Signature, name: string): boolean =>
  email.toLowerCase() === (name.includes("@") ? name : `${name}@codehost.example`).toLowerCase()

const moment = (text: string | null): number | undefined => {
  const millis = Date.parse(text ?? "")
  return Number.isNaN(millis) ? undefined : millis
}

export const listCommits = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const { git } = repository
  if (git.refs.size === 0) throw conflict("Git Repository is empty.")
  const { query } = context
  const ref = query.get("sha") ?? ""
  const tip = resolveCommit(git, ref === "" ? repository.defaultBranch : ref)
  if (tip === undefined) throw new Refusal(404, "Not Found")
  const [path, author, committer] = [query.get("path"), query.get("author"), query.get("committer")]
  const [since, until] = [moment(query.get("since")), moment(query.get("until"))]
  const commits = historyOf(git, tip.sha).filter((commit) => {
    const at = Date.parse(commit.committer.date)
    return (
      (since === undefined || at >= since) &&
      (until === undefined || at <= until) &&
      (author === null || isBy(commit.author, author)) &&
      (committer === null || isBy(commit.committer, committer)) &&
      (path === null || path === "" || touches(git, commit, path))
    )
  })
  const site = siteOf(context.world, context.urls, repository)
  return paginate(context, commits, (commit) => commitRecord(site, commit))
}
