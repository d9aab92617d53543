// Routes for git commit objects. A new commit is on no branch until a ref is moved to it.
// Source: https://docs.github.com/en/rest/git/commits

import { givenSignature, selfSignature } from "../contents/input.ts"
import { type Context, param, repositoryOf } from "../frame/context.ts"
import { notFound, unprocessable } from "../frame/errors.ts"
import { optionalTexts, requiredText, requireFields } from "../frame/fields.ts"
import { created, ok, type Reply } from "../frame/reply.ts"
import { writeCommit } from "../git/store.ts"
import { gitCommitRecord, siteOf } from "../records/commit.ts"
import { nonEmptyRepository } from "./non-empty.ts"

export const getGitCommit = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const commit = repository.git.commits.get(param(context, "commit_sha"))
  if (commit === undefined) throw notFound()
  return ok(gitCommitRecord(siteOf(context.world, context.urls, repository), commit))
}

export const createCommit = (context: Context): Reply => {
  const repository = nonEmptyRepository(context, "push")
  const { git } = repository
  requireFields(context.body, "message", "tree")
  const tree = requiredText(context.body, "tree")
  if (!git.trees.has(tree)) throw unprocessable("Tree SHA does not exist")
  const parents = optionalTexts(context.body, "parents") ?? []
  if (parents.some((sha) => !git.commits.has(sha)))
    throw unprocessable("Parent SHA does not exist or is not a commit object")
  const date = context.stamp()
  const author = givenSignature(context, "author", date) ?? selfSignature(context, date)
  const committer = givenSignature(context, "committer", date) ?? author
  const commit = writeCommit(git, { tree, parents, author, committer, message: requiredText(context.body, "message") })
  const record = gitCommitRecord(siteOf(context.world, context.urls, repository), commit)
  return created(record, record.url)
}
