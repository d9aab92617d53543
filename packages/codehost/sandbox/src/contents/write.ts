// Writes and deletes files. Each write makes a commit and must name the version that it replaces.
// Source: https://docs.github.com/en/rest/repos/contents#create-or-update-file-contents

import { type Context, param, repositoryOf } from "../frame/context.ts"
import { conflict, invalidRequest, notFound, Refusal, unprocessable } from "../frame/errors.ts"
import { optionalText, requiredText, requireFields } from "../frame/fields.ts"
import { ok, type Reply } from "../frame/reply.ts"
import { commitTo } from "../git/commits.ts"
import type { TreeEntry } from "../git/store.ts"
import { entryAt, linkTarget } from "../git/trees.ts"
import { protectionOf } from "../policies/protection.ts"
import { gitCommitRecord, siteOf } from "../records/commit.ts"
import type { Repository } from "../repositories/repositories.ts"
import { checkSize, fromBase64, givenSignature, selfSignature } from "./input.ts"
import { pathOf } from "./read.ts"
import { entryRecord } from "./records.ts"
import { checkWorkflowFile } from "./workflow-files.ts"

const decode = (context: Context, text: string): Buffer => {
  const content = fromBase64(text)
  if (content === undefined) throw unprocessable("content is not valid Base64")
  return checkSize(context, content)
}

const checkPath = (context: Context, path: string): void => {
  if (param(context, "path").startsWith("/")) throw unprocessable("path cannot start with a slash")
  const segments = path.split("/")
  if (path === "" || segments.some((segment) => ["", ".", "..", ".git"].includes(segment))) {
    throw unprocessable("path contains a malformed path component")
  }
}

interface Place {
  readonly repository: Repository
  readonly branch: string
  readonly path: string
  /** The current entry at the path. */
  readonly entry: TreeEntry | undefined
  /** If the entry is a symbolic link, the file that it points to. Reading the path returned that file's SHA. */
  readonly target: TreeEntry | undefined
}

const placeOf = (context: Context): Place => {
  const repository = repositoryOf(context, "push")
  const branch = (optionalText(context.body, "branch") ?? repository.defaultBranch).replace(/^refs\/heads\//, "")
  const path = pathOf(context)
  checkPath(context, path)
  checkWorkflowFile(context, path)
  const { git } = repository
  const tip = git.commits.get(git.refs.get(`refs/heads/${branch}`) ?? "")
  // The first file of an empty repository creates its branch.
  if (tip === undefined && git.refs.size > 0) throw new Refusal(404, `Branch ${branch} not found`)
  const entry = tip === undefined ? undefined : entryAt(git, tip.tree, path)
  const isLink = tip !== undefined && entry?.mode === "120000"
  return { repository, branch, path, entry, target: isLink ? linkTarget(git, tip.tree, path, entry) : undefined }
}

/**
 * For a symbolic link, either the link's SHA or its target's SHA is accepted. The write replaces the link in both
 * cases.
 */
const checkSha = ({ entry, target, path }: Place, sha: string | undefined): void => {
  if (sha === undefined) {
    if (entry !== undefined) throw invalidRequest('"sha" wasn\'t supplied.')
    return
  }
  if (entry?.sha !== sha && target?.sha !== sha) throw conflict(`${path} does not match ${sha}`)
}

/** Refuses a write to a branch that accepts only merges, with a message that names the attempted action. */
const checkProtection = (context: Context, { branch, entry, repository }: Place, content: Buffer | null): void => {
  const protection = protectionOf(context, repository, branch)
  if (protection === undefined) return
  const { isRule, message } = protection
  const what = content === null ? "delete" : entry === undefined ? "create" : "update"
  throw conflict(isRule ? message : `Could not ${what} file: ${message}`)
}

const commit = (context: Context, place: Place, content: Buffer | null) => {
  const { branch, path, repository } = place
  checkProtection(context, place, content)
  const date = context.stamp()
  const committer = givenSignature(context, "committer", date) ?? selfSignature(context, date)
  const author = givenSignature(context, "author", date) ?? committer
  const message = requiredText(context.body, "message")
  repository.pushedAt = date
  return commitTo(repository.git, branch, { message, author, committer, files: { [path]: content } })
}

export const putContents = (context: Context): Reply => {
  requireFields(context.body, "message", "content")
  const place = placeOf(context)
  if (place.entry?.mode === "040000") throw unprocessable("path is a directory")
  const content = decode(context, requiredText(context.body, "content"))
  checkSha(place, optionalText(context.body, "sha"))
  const answer = commit(context, place, content)
  const site = siteOf(context.world, context.urls, place.repository)
  const entry = entryAt(place.repository.git, answer.tree, place.path)
  if (entry === undefined) throw new Error("the file that was written is not there")
  return {
    status: place.entry === undefined ? 201 : 200,
    body: { content: entryRecord(site, entry, place.path, place.branch), commit: gitCommitRecord(site, answer) }
  }
}

export const deleteContents = (context: Context): Reply => {
  requireFields(context.body, "message", "sha")
  const place = placeOf(context)
  if (place.entry === undefined || place.entry.mode === "040000") throw notFound()
  checkSha(place, requiredText(context.body, "sha"))
  const answer = commit(context, place, null)
  return ok({ content: null, commit: gitCommitRecord(siteOf(context.world, context.urls, place.repository), answer) })
}
