// Routes for branches, tags and the underlying refs.

import { type Context, param, repositoryOf, type Routes } from "../frame/context.ts"
import { Refusal } from "../frame/errors.ts"
import { paginate } from "../frame/paging.ts"
import { ok, type Reply } from "../frame/reply.ts"
import { siteOf } from "../records/commit.ts"
import type { Repository } from "../repositories/repositories.ts"
import { fullBranch, shortBranch, tagRecord } from "./records.ts"
import { createRef, deleteRef, getRef, matchingRefs, updateRef } from "./refs.ts"

/** Short names of the refs below a folder, with their commits. */
const refsIn = ({ git }: Repository, folder: string): ReadonlyArray<readonly [name: string, sha: string]> =>
  [...git.refs]
    .filter(([ref]) => ref.startsWith(folder))
    .map(([ref, sha]) => [ref.slice(folder.length), sha] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))

const listBranches = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const protection = context.query.get("protected")
  const branches = refsIn(repository, "refs/heads/").filter(
    ([name]) => protection === null || String(repository.protectedBranches.has(name)) === protection
  )
  const site = siteOf(context.world, context.urls, repository)
  return paginate(context, branches, ([name, sha]) => shortBranch(site, name, sha))
}

const getBranch = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const name = param(context, "branch")
  const commit = repository.git.commits.get(repository.git.refs.get(`refs/heads/${name}`) ?? "")
  if (commit === undefined) throw new Refusal(404, "Branch not found")
  return ok(fullBranch(siteOf(context.world, context.urls, repository), name, commit))
}

const listTags = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const site = siteOf(context.world, context.urls, repository)
  return paginate(context, refsIn(repository, "refs/tags/").toReversed(), ([name, sha]) => tagRecord(site, name, sha))
}

const reads = "contents=read"
const writes = "contents=write"

export const branchRoutes: Routes = {
  "GET /repos/{owner}/{repo}/branches": { run: listBranches, permission: reads },
  "GET /repos/{owner}/{repo}/branches/{branch}": { run: getBranch, permission: reads },
  "GET /repos/{owner}/{repo}/tags": { run: listTags },
  "GET /repos/{owner}/{repo}/git/ref/{ref}": { run: getRef, permission: reads },
  "GET /repos/{owner}/{repo}/git/matching-refs/{ref}": { run: matchingRefs, permission: reads },
  "POST /repos/{owner}/{repo}/git/refs": { run: createRef, permission: writes },
  "PATCH /repos/{owner}/{repo}/git/refs/{ref}": { run: updateRef, permission: writes },
  "DELETE /repos/{owner}/{repo}/git/refs/{ref}": { run: deleteRef, permission: writes }
}
