// Reads files and folders by path.
// Source: https://docs.github.com/en/rest/repos/contents#get-repository-content

import { type Context, param, repositoryOf } from "../frame/context.ts"
import { notFound, Refusal } from "../frame/errors.ts"
import { ok, type Reply, textReply } from "../frame/reply.ts"
import { resolveCommit } from "../git/commits.ts"
import type { TreeEntry } from "../git/store.ts"
import { entryAt, linkTarget } from "../git/trees.ts"
import { type Site, siteOf } from "../records/commit.ts"
import type { Repository } from "../repositories/repositories.ts"
import { entryRecord, fileRecord, kindOf, linkRecord, listedRecord, submoduleRecord } from "./records.ts"
import { submoduleAddress } from "./submodules.ts"

/** The most entries of a folder in one response. The service truncates longer lists silently. */
const mostEntries = 1000

/** 403 for a blob that can only be read by cloning the repository. */
export const tooLarge = (): Refusal =>
  new Refusal(
    403,
    "This API returns blobs up to 100 MB in size. The requested blob is too large to fetch via the API, but you can always clone the repository via Git in order to obtain it.",
    { errors: [{ resource: "Blob", field: "data", code: "too_large" }] }
  )

/** The commit of `ref`, or of the default branch if `ref` is null. */
const commitAt = (repository: Repository, ref: string | null) => {
  const commit = resolveCommit(repository.git, ref ?? repository.defaultBranch)
  if (commit !== undefined) return commit
  if (repository.git.refs.size === 0) throw new Refusal(404, "This repository is empty.")
  throw new Refusal(404, `No commit found for the ref ${ref}`)
}

const rawHtml = (text: string): string =>
  `<div id="file"><pre>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</pre></div>`

/** The requested entry and where it was found. */
interface Spot {
  readonly site: Site
  readonly tree: string
  readonly entry: TreeEntry
  readonly path: string
  readonly ref: string
}

const fileReply = (context: Context, { entry, path, ref, site }: Spot): Reply => {
  const content = site.repository.git.blobs.get(entry.sha) ?? Buffer.alloc(0)
  const { jsonContentBytes, largestBlobBytes } = context.state.settings
  if (content.length > largestBlobBytes) throw tooLarge()
  if (context.media.param === "raw") return textReply(context, content)
  if (context.media.param === "html") return textReply(context, rawHtml(content.toString("utf8")))
  return ok(fileRecord(site, entry, path, ref, jsonContentBytes))
}

const folderReply = (context: Context, { entry, path, ref, site }: Spot): Reply => {
  const version = String(context.headers["x-github-api-version"] ?? "")
  const entries = (site.repository.git.trees.get(entry.sha) ?? [])
    .slice(0, mostEntries)
    .map((inner) => listedRecord(site, inner, path === "" ? inner.name : `${path}/${inner.name}`, ref, version))
  if (context.media.param !== "object") return ok(entries)
  return ok({ ...entryRecord(site, entry, path, ref), entries })
}

/**
 * A symbolic link to a file is returned as that file, under the link's own path. Any other link is returned with its
 * target path.
 */
const linkReply = (context: Context, spot: Spot): Reply => {
  const { entry, path, ref, site, tree } = spot
  const target = linkTarget(site.repository.git, tree, path, entry)
  if (target !== undefined && kindOf(target) === "file") return fileReply(context, { ...spot, entry: target })
  if (context.media.param === "raw") return fileReply(context, spot)
  return ok(linkRecord(site, entry, path, ref))
}

const submoduleReply = (_: Context, { entry, path, ref, site, tree }: Spot): Reply =>
  ok(submoduleRecord(site, entry, path, ref, submoduleAddress(site.repository.git, tree, path)))

const replies = { file: fileReply, dir: folderReply, symlink: linkReply, submodule: submoduleReply }

/** The path of the request without leading and trailing slashes. */
export const pathOf = (context: Context): string => param(context, "path").replaceAll(/^\/+|\/+$/g, "")

export const getContents = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const ref = context.query.get("ref")
  const commit = commitAt(repository, ref === "" ? null : ref)
  const path = pathOf(context)
  const entry = entryAt(repository.git, commit.tree, path)
  if (entry === undefined) throw notFound()
  const site = siteOf(context.world, context.urls, repository)
  const spot = { site, tree: commit.tree, entry, path, ref: ref ?? repository.defaultBranch }
  return replies[kindOf(entry)](context, spot)
}

const readmes = /^readme(\.(md|markdown|txt|rst))?$/i

export const getReadme = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const ref = context.query.get("ref")
  const commit = commitAt(repository, ref)
  const entry = repository.git.trees.get(commit.tree)?.find(({ name }) => readmes.test(name))
  if (entry === undefined) throw notFound()
  const site = siteOf(context.world, context.urls, repository)
  const spot = { site, tree: commit.tree, entry, path: entry.name, ref: ref ?? repository.defaultBranch }
  return replies[kindOf(entry)](context, spot)
}
