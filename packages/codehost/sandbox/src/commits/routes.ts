// Routes that list, read and compare commits.

import { type Context, param, repositoryOf, type Routes } from "../frame/context.ts"
import { conflict, unprocessable } from "../frame/errors.ts"
import { paginate } from "../frame/paging.ts"
import { ok, type Reply, textReply } from "../frame/reply.ts"
import { resolveCommit } from "../git/commits.ts"
import { changesOf, diffText, patchText } from "../git/diff.ts"
import { checkText, shownFiles } from "../git/limits.ts"
import { changedFileRecord, fullCommitRecord, siteOf } from "../records/commit.ts"
import { compare } from "./compare.ts"
import { listCommits } from "./list.ts"

const filesPerPage = 300

const getCommit = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const { git } = repository
  const ref = param(context, "ref")
  if (git.refs.size === 0) throw conflict("Git Repository is empty.")
  const commit = resolveCommit(git, ref)
  if (commit === undefined) throw unprocessable(`No commit found for SHA: ${ref}`)
  if (context.media.param === "sha") return textReply(context, commit.sha)
  const changes = changesOf(git, commit)
  if (context.media.param === "diff") return textReply(context, diffText(checkText(changes, "Commit")))
  if (context.media.param === "patch") {
    checkText(changes, "Commit")
    return textReply(context, patchText(git, commit))
  }
  const site = siteOf(context.world, context.urls, repository)
  const file = (change: Parameters<typeof changedFileRecord>[2]) => changedFileRecord(site, commit.sha, change)
  const page = paginate(context, shownFiles(changes), file, { perPage: filesPerPage })
  return ok({ ...fullCommitRecord(site, commit, changes), files: page.body }, page.headers)
}

const reads = "contents=read"

export const commitRoutes: Routes = {
  "GET /repos/{owner}/{repo}/commits": { run: listCommits, permission: reads },
  "GET /repos/{owner}/{repo}/commits/{ref}": { run: getCommit, permission: reads },
  "GET /repos/{owner}/{repo}/compare/{basehead}": { run: compare, permission: reads }
}
