// Reading files and folders, by path or by the SHA of what is in them.
// Source: https://docs.github.com/en/rest/repos/contents#get-repository-content

import { type Context, param, repositoryOf } from "../frame/context.ts"
import { notFound, Refusal } from "../frame/errors.ts"
import { ok, type Reply, written } from "../frame/reply.ts"
import { resolveCommit } from "../git/commits.ts"
import type { TreeEntry } from "../git/store.ts"
import { entryAt } from "../git/trees.ts"
import { type Site, siteOf } from "../records/commit.ts"
import type { Repository } from "../repositories/data.ts"
import { blobRecord, entryRecord, fileRecord } from "./records.ts"

/** A folder's answer holds no more. */
const mostEntries = 1000

const tooLarge = (): Refusal =>
  new Refusal(
    403,
    "This API returns blobs up to 100 MB in size. The requested blob is too large to fetch via the API, but you can always clone the repository via Git in order to obtain it.",
    { errors: [{ resource: "Blob", field: "data", code: "too_large" }] }
  )

/** The commit that `ref` names, of the default branch where nothing does. */
const commitAt = (repository: Repository, ref: string | null) => {
  const commit = resolveCommit(repository.git, ref ?? repository.defaultBranch)
  if (commit !== undefined) return commit
  if (repository.git.refs.size === 0) throw new Refusal(404, "This repository is empty.")
  throw new Refusal(404, `No commit found for the ref ${ref}`)
}

const rawHtml = (text: string): string =>
  `<div id="file"><pre>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</pre></div>`

const fileReply = (context: Context, site: Site, entry: TreeEntry, path: string, ref: string): Reply => {
  const content = site.repository.git.blobs.get(entry.sha) ?? Buffer.alloc(0)
  const { jsonContentBytes, largestBlobBytes } = context.state.settings
  if (content.length > largestBlobBytes) throw tooLarge()
  if (context.media.param === "raw") return written(context, content)
  if (context.media.param === "html") return written(context, rawHtml(content.toString("utf8")))
  return ok(fileRecord(site, entry, path, ref, jsonContentBytes))
}

const folderReply = (context: Context, site: Site, entry: TreeEntry, path: string, ref: string): Reply => {
  const entries = (site.repository.git.trees.get(entry.sha) ?? [])
    .slice(0, mostEntries)
    .map((inner) => entryRecord(site, inner, path === "" ? inner.name : `${path}/${inner.name}`, ref))
  if (context.media.param !== "object") return ok(entries)
  return ok({ ...entryRecord(site, entry, path, ref), entries })
}

/** The path of the request, without slashes at its ends. */
export const pathOf = (context: Context): string => param(context, "path").replaceAll(/^\/+|\/+$/g, "")

export const getContents = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const ref = context.query.get("ref")
  const commit = commitAt(repository, ref === "" ? null : ref)
  const path = pathOf(context)
  const entry = entryAt(repository.git, commit.tree, path)
  if (entry === undefined) throw notFound()
  const site = siteOf(context.world, context.urls, repository)
  const reply = entry.mode === "040000" ? folderReply : fileReply
  return reply(context, site, entry, path, ref ?? repository.defaultBranch)
}

const readmes = /^readme(\.(md|markdown|txt|rst))?$/i

export const getReadme = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const ref = context.query.get("ref")
  const commit = commitAt(repository, ref)
  const entry = repository.git.trees.get(commit.tree)?.find(({ name }) => readmes.test(name))
  if (entry === undefined) throw notFound()
  const site = siteOf(context.world, context.urls, repository)
  return fileReply(context, site, entry, entry.name, ref ?? repository.defaultBranch)
}

export const getBlob = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const sha = param(context, "file_sha")
  const content = repository.git.blobs.get(sha)
  if (content === undefined) throw notFound()
  if (content.length > context.state.settings.largestBlobBytes) throw tooLarge()
  if (context.media.param === "raw") return written(context, content)
  return ok(blobRecord(siteOf(context.world, context.urls, repository), sha, content))
}
