// Operations that read, create, update and delete refs.
// Source: https://docs.github.com/en/rest/git/refs

import { type Context, param, repositoryOf } from "../frame/context.ts"
import { conflict, notFound, unprocessable } from "../frame/errors.ts"
import { optionalFlag, requiredText, requireFields } from "../frame/fields.ts"
import { created, noContent, ok, type Reply } from "../frame/reply.ts"
import { historyOf } from "../git/commits.ts"
import { protectionOf } from "../policies/protection.ts"
import { siteOf } from "../records/commit.ts"
import type { Repository } from "../repositories/repositories.ts"
import { refRecord } from "./records.ts"

/** Whether git allows the ref name (`git check-ref-format`). */
const isRefName = (name: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- git forbids control characters in names
  !/[\u0000- ~^:?*[\\\u007f]|\.\.|@\{|\/\/|\/$|\.$/.test(name) &&
  name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"))

const fullRef = (context: Context): string => `refs/${param(context, "ref")}`

const knownSha = ({ git }: Repository, sha: string): string => {
  if (!/^[0-9a-f]{40}$/.test(sha)) {
    throw unprocessable("The sha parameter must be exactly 40 characters and contain only [0-9a-f].")
  }
  if (!git.commits.has(sha)) throw unprocessable("Object does not exist")
  return sha
}

const site = (context: Context, repository: Repository) => siteOf(context.world, context.urls, repository)

export const getRef = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const sha = repository.git.refs.get(fullRef(context))
  if (sha === undefined) throw notFound()
  return ok(refRecord(site(context, repository), fullRef(context), sha))
}

/** Lists all refs that begin with the given prefix. The list is empty if there are none. */
export const matchingRefs = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const names = [...repository.git.refs.keys()].filter((name) => name.startsWith(fullRef(context)))
  const record = (name: string) => refRecord(site(context, repository), name, repository.git.refs.get(name) ?? "")
  return ok(names.toSorted().map(record))
}

/** Whether the name is a folder of an existing ref, or an existing ref is a folder of it. Git allows neither. */
const collides = ({ git }: Repository, ref: string): boolean =>
  [...git.refs.keys()].some((name) => name.startsWith(`${ref}/`) || ref.startsWith(`${name}/`))

export const createRef = (context: Context): Reply => {
  const repository = repositoryOf(context, "push")
  requireFields(context.body, "ref", "sha")
  const ref = requiredText(context.body, "ref")
  const sha = requiredText(context.body, "sha")
  if (repository.git.refs.size === 0) throw conflict("Git Repository is empty.")
  if (!ref.startsWith("refs/")) throw unprocessable("Reference name must start with 'refs/'.")
  if (ref.split("/").length < 3)
    throw unprocessable("Reference name must contain at least three slash-separated components.")
  if (!isRefName(ref)) throw unprocessable(`${ref} is not a valid ref name.`)
  knownSha(repository, sha)
  if (repository.git.refs.has(ref)) throw unprocessable("Reference already exists")
  if (collides(repository, ref)) throw unprocessable("Reference update failed")
  checkProtection(context, repository, ref)
  repository.git.refs.set(ref, sha)
  repository.pushedAt = context.stamp()
  const record = refRecord(site(context, repository), ref, sha)
  return created(record, record.url)
}

const checkProtection = (context: Context, repository: Repository, ref: string): void => {
  const protection = protectionOf(context, repository, ref.replace(/^refs\/heads\//, ""))
  if (protection !== undefined) throw unprocessable(protection.message)
}

export const updateRef = (context: Context): Reply => {
  const repository = repositoryOf(context, "push")
  const ref = fullRef(context)
  const old = repository.git.refs.get(ref)
  const sha = knownSha(repository, requiredText(context.body, "sha"))
  if (old === undefined) throw unprocessable("Reference does not exist")
  const isForward = historyOf(repository.git, sha).some((commit) => commit.sha === old)
  if (!isForward && optionalFlag(context.body, "force") !== true) throw unprocessable("Update is not a fast forward")
  checkProtection(context, repository, ref)
  repository.git.refs.set(ref, sha)
  repository.pushedAt = context.stamp()
  return ok(refRecord(site(context, repository), ref, sha))
}

export const deleteRef = (context: Context): Reply => {
  const repository = repositoryOf(context, "push")
  const ref = fullRef(context)
  if (ref === `refs/heads/${repository.defaultBranch}`) throw unprocessable("Cannot delete the default branch")
  checkProtection(context, repository, ref)
  if (!repository.git.refs.delete(ref)) throw unprocessable("Reference does not exist")
  repository.pushedAt = context.stamp()
  return noContent
}
