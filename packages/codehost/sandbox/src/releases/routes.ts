// Routes for the releases of repositories. Drafts are visible only to callers with push access.
// Source: https://docs.github.com/en/rest/releases/releases

import { emit } from "../domain-events/domain-events.ts"
import { type Context, param, repositoryOf, type Routes, viewerOf, wholeParam } from "../frame/context.ts"
import { notFound, validationFailed } from "../frame/errors.ts"
import { nullableText, optionalFlag, optionalText, requiredText } from "../frame/fields.ts"
import { paginate } from "../frame/paging.ts"
import { created, noContent, ok, type Reply } from "../frame/reply.ts"
import { resolveCommit } from "../git/commits.ts"
import { siteOf } from "../records/commit.ts"
import { hasRole, type Repository, roleOf } from "../repositories/repositories.ts"
import { releaseRecord } from "./records.ts"
import { type Release, releasesOf } from "./releases.ts"

const visible = (context: Context, repository: Repository): ReadonlyArray<Release> => {
  const maySeeDrafts = hasRole(roleOf(context.world, repository, context.viewer), "push")
  return releasesOf(context.world, repository.id).filter(({ draft }) => !draft || maySeeDrafts)
}

const record = (context: Context, repository: Repository, release: Release) =>
  releaseRecord(siteOf(context.world, context.urls, repository), release)

const list = (context: Context): Reply => {
  const repository = repositoryOf(context)
  return paginate(context, visible(context, repository), (release) => record(context, repository, release))
}

const visibleRelease = (context: Context, repository: Repository, isMatch: (release: Release) => boolean): Release => {
  const release = visible(context, repository).find(isMatch)
  if (release === undefined) throw notFound()
  return release
}

const reading =
  (isMatch: (context: Context) => (release: Release) => boolean) =>
  (context: Context): Reply => {
    const repository = repositoryOf(context)
    return ok(record(context, repository, visibleRelease(context, repository, isMatch(context))))
  }

const byId = (context: Context) => {
  const id = wholeParam(context, "release_id")
  return (release: Release) => release.id === id
}
const byTag = (context: Context) => (release: Release) => !release.draft && release.tag === param(context, "tag")
const latest = () => (release: Release) => !release.draft && !release.prerelease

/** Publishes a release and creates its tag if it does not exist. */
const publish = ({ git }: Repository, release: Release, at: string): void => {
  if (release.draft) return
  release.publishedAt ??= at
  if (git.refs.has(`refs/tags/${release.tag}`)) return
  const commit = resolveCommit(git, release.target)
  if (commit === undefined) throw validationFailed({ resource: "Release", code: "invalid", field: "target_commitish" })
  git.refs.set(`refs/tags/${release.tag}`, commit.sha)
}

/**
 * Queues the events of a release: `created` if it is new, `published`, and `released` or `prereleased`. A draft has
 * none.
 */
const announce = ({ world }: Context, repository: Repository, release: Release, isNew: boolean): void => {
  const actions = release.draft
    ? []
    : [...(isNew ? ["created"] : []), "published", release.prerelease ? "prereleased" : "released"]
  for (const action of actions) emit(world, "release", repository, { action, release })
}

const create = (context: Context): Reply => {
  const repository = repositoryOf(context, "push")
  const { body, world } = context
  const tag = requiredText(body, "tag_name")
  if (releasesOf(world, repository.id).some((release) => !release.draft && release.tag === tag)) {
    throw validationFailed({ resource: "Release", code: "already_exists", field: "tag_name" })
  }
  const release: Release = {
    id: world.ids.next("release"),
    repositoryId: repository.id,
    tag,
    target: optionalText(body, "target_commitish") ?? repository.defaultBranch,
    name: optionalText(body, "name") ?? (optionalFlag(body, "generate_release_notes") === true ? tag : null),
    body: optionalText(body, "body") ?? null,
    draft: optionalFlag(body, "draft") ?? false,
    prerelease: optionalFlag(body, "prerelease") ?? false,
    authorId: viewerOf(context).id,
    createdAt: context.stamp(),
    publishedAt: null,
    assets: []
  }
  publish(repository, release, release.createdAt)
  world.releases.set(release.id, release)
  announce(context, repository, release, true)
  const result = record(context, repository, release)
  return created(result, result.url)
}

const update = (context: Context): Reply => {
  const repository = repositoryOf(context, "push")
  const release = visibleRelease(context, repository, byId(context))
  const { body } = context
  const [name, text] = [nullableText(body, "name"), nullableText(body, "body")]
  const next: Release = {
    ...release,
    tag: optionalText(body, "tag_name") ?? release.tag,
    target: optionalText(body, "target_commitish") ?? release.target,
    name: name === undefined ? release.name : name,
    body: text === undefined ? release.body : text,
    draft: optionalFlag(body, "draft") ?? release.draft,
    prerelease: optionalFlag(body, "prerelease") ?? release.prerelease
  }
  publish(repository, next, context.stamp())
  context.world.releases.set(release.id, next)
  const changes = {
    ...(next.name === release.name ? {} : { name: { from: release.name ?? "" } }),
    ...(next.body === release.body ? {} : { body: { from: release.body ?? "" } })
  }
  emit(context.world, "release", repository, { action: "edited", release: next, changes })
  if (release.draft && !next.draft) announce(context, repository, next, false)
  return ok(record(context, repository, next))
}

const remove = (context: Context): Reply => {
  const repository = repositoryOf(context, "push")
  const release = visibleRelease(context, repository, byId(context))
  context.world.releases.delete(release.id)
  emit(context.world, "release", repository, { action: "deleted", release })
  return noContent
}

const reads = "contents=read"
const writes = "contents=write"

export const releaseRoutes: Routes = {
  "GET /repos/{owner}/{repo}/releases": { run: list, permission: reads },
  "POST /repos/{owner}/{repo}/releases": { run: create, permission: writes },
  "GET /repos/{owner}/{repo}/releases/latest": { run: reading(latest), permission: reads },
  "GET /repos/{owner}/{repo}/releases/tags/{tag}": { run: reading(byTag), permission: reads },
  "GET /repos/{owner}/{repo}/releases/{release_id}": { run: reading(byId), permission: reads },
  "PATCH /repos/{owner}/{repo}/releases/{release_id}": { run: update, permission: writes },
  "DELETE /repos/{owner}/{repo}/releases/{release_id}": { run: remove, permission: writes }
}
