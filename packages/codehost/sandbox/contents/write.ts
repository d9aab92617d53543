// Writing files: each write is a commit, and says which version it means to replace.
// Source: https://docs.github.com/en/rest/repos/contents#create-or-update-file-contents

import { hasScope } from "../frame/auth.ts"
import { type Context, repositoryOf, viewerOf } from "../frame/context.ts"
import { conflict, forbidden, invalidRequest, notFound, Refusal, unprocessable } from "../frame/errors.ts"
import { optionalText, requiredText, requireFields } from "../frame/fields.ts"
import { isObject } from "../frame/json.ts"
import { ok, type Reply } from "../frame/reply.ts"
import { commitTo } from "../git/commits.ts"
import type { Signature, TreeEntry } from "../git/store.ts"
import { entryAt } from "../git/trees.ts"
import { gitCommitRecord, siteOf } from "../records/commit.ts"
import type { Repository } from "../repositories/data.ts"
import { pathOf } from "./read.ts"
import { entryRecord } from "./records.ts"

/** Without a repeated group: over a file of some megabytes that runs out of stack. */
const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)

const decoded = (text: string): Buffer => {
  const compact = text.replaceAll(/\s/g, "")
  if (!isBase64(compact)) throw unprocessable("content is not valid Base64")
  return Buffer.from(compact, "base64")
}

const checkPath = (path: string): void => {
  const segments = path.split("/")
  if (path === "" || segments.some((segment) => ["", ".", "..", ".git"].includes(segment))) {
    throw unprocessable("path contains a malformed path component")
  }
}

/** Who wrote it, as the body says; otherwise the person who asks. */
const signatureOf = (context: Context, name: "author" | "committer", date: string): Signature | undefined => {
  const given = context.body[name]
  if (given === undefined || given === null) return undefined
  if (!isObject(given)) throw invalidRequest(`For 'properties/${name}', ${JSON.stringify(given)} is not an object.`)
  requireFields(given, "name", "email")
  const when = Date.parse(optionalText(given, "date") ?? date)
  if (Number.isNaN(when)) throw invalidRequest(`For 'properties/${name}/date', it is not a date.`)
  const iso = `${new Date(when).toISOString().slice(0, 19)}Z`
  return { name: requiredText(given, "name"), email: requiredText(given, "email"), date: iso }
}

/** Workflows are programs: a token needs more to write them. */
const checkWorkflows = ({ token }: Context, path: string): void => {
  if (!path.startsWith(".github/workflows/") || token === undefined) return
  if (token.kind === "classic" || token.kind === "oauth") {
    if (!hasScope(token, "workflow")) throw notFound()
  } else if ((token.permissions["workflows"] ?? token.permissions["all"]) !== "write") {
    throw forbidden("Resource not accessible by personal access token")
  }
}

interface Place {
  readonly repository: Repository
  readonly branch: string
  readonly path: string
  /** What is there now. */
  readonly entry: TreeEntry | undefined
}

const placeOf = (context: Context): Place => {
  const repository = repositoryOf(context, "push")
  const branch = (optionalText(context.body, "branch") ?? repository.defaultBranch).replace(/^refs\/heads\//, "")
  const path = pathOf(context)
  checkPath(path)
  checkWorkflows(context, path)
  const { git } = repository
  const tip = git.commits.get(git.refs.get(`refs/heads/${branch}`) ?? "")
  // The first file of an empty repository makes its branch.
  if (tip === undefined && git.refs.size > 0) throw new Refusal(404, `Branch ${branch} not found`)
  return { repository, branch, path, entry: tip === undefined ? undefined : entryAt(git, tip.tree, path) }
}

const checkSha = ({ entry, path }: Place, sha: string | undefined): void => {
  if (sha === undefined) {
    if (entry !== undefined) throw invalidRequest('"sha" wasn\'t supplied.')
    return
  }
  if (entry?.sha !== sha) throw conflict(`${path} does not match ${sha}`)
}

const commit = (context: Context, { branch, path, repository }: Place, content: Buffer | null) => {
  const date = context.stamp()
  const viewer = viewerOf(context)
  const self = { name: viewer.name ?? viewer.login, email: `${viewer.login}@codehost.example`, date }
  const committer = signatureOf(context, "committer", date) ?? self
  const author = signatureOf(context, "author", date) ?? committer
  const message = requiredText(context.body, "message")
  repository.pushedAt = date
  return commitTo(repository.git, branch, { message, author, committer, files: { [path]: content } })
}

export const putContents = (context: Context): Reply => {
  requireFields(context.body, "message", "content")
  const place = placeOf(context)
  if (place.entry?.mode === "040000") throw unprocessable("path is a directory")
  const content = decoded(requiredText(context.body, "content"))
  checkSha(place, optionalText(context.body, "sha"))
  const made = commit(context, place, content)
  const site = siteOf(context.world, context.urls, place.repository)
  const entry = entryAt(place.repository.git, made.tree, place.path)
  if (entry === undefined) throw new Error("the file that was written is not there")
  return {
    status: place.entry === undefined ? 201 : 200,
    body: { content: entryRecord(site, entry, place.path, place.branch), commit: gitCommitRecord(site, made) }
  }
}

export const deleteContents = (context: Context): Reply => {
  requireFields(context.body, "message", "sha")
  const place = placeOf(context)
  if (place.entry === undefined || place.entry.mode === "040000") throw notFound()
  checkSha(place, requiredText(context.body, "sha"))
  const made = commit(context, place, null)
  return ok({ content: null, commit: gitCommitRecord(siteOf(context.world, context.urls, place.repository), made) })
}
