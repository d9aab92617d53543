// Builds the records of repositories.
// Source: schemas `minimal-repository`, `repository`, `full-repository`.

import { type Account, accountById } from "../accounts/accounts.ts"
import { fullName, hasRole, type Repository, repositoryById, type Role, roleOf } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import { licenseOf } from "./license.ts"
import { nodeId } from "./node-id.ts"
import type { Urls } from "./urls.ts"
import { simpleUser } from "./user.ts"

export const repositoryNodeId = ({ id }: Repository): string => nodeId("R", id)

/** URL of a repository in the API. */
export const repositoryUrl = (world: World, urls: Urls, repository: Repository): string =>
  `${urls.api}/repos/${fullName(world, repository)}`

/** URL of a repository's page. */
export const repositoryPage = (world: World, urls: Urls, repository: Repository): string =>
  `${urls.html}/${fullName(world, repository)}`

/** URL templates of a repository, relative to its API URL. */
const addresses = {
  archive_url: "/{archive_format}{/ref}",
  assignees_url: "/assignees{/user}",
  blobs_url: "/git/blobs{/sha}",
  branches_url: "/branches{/branch}",
  collaborators_url: "/collaborators{/collaborator}",
  comments_url: "/comments{/number}",
  commits_url: "/commits{/sha}",
  compare_url: "/compare/{base}...{head}",
  contents_url: "/contents/{+path}",
  contributors_url: "/contributors",
  deployments_url: "/deployments",
  downloads_url: "/downloads",
  events_url: "/events",
  forks_url: "/forks",
  git_commits_url: "/git/commits{/sha}",
  git_refs_url: "/git/refs{/sha}",
  git_tags_url: "/git/tags{/sha}",
  hooks_url: "/hooks",
  issue_comment_url: "/issues/comments{/number}",
  issue_events_url: "/issues/events{/number}",
  issues_url: "/issues{/number}",
  keys_url: "/keys{/key_id}",
  labels_url: "/labels{/name}",
  languages_url: "/languages",
  merges_url: "/merges",
  milestones_url: "/milestones{/number}",
  notifications_url: "/notifications{?since,all,participating}",
  pulls_url: "/pulls{/number}",
  releases_url: "/releases{/id}",
  stargazers_url: "/stargazers",
  statuses_url: "/statuses/{sha}",
  subscribers_url: "/subscribers",
  subscription_url: "/subscription",
  tags_url: "/tags",
  teams_url: "/teams",
  trees_url: "/git/trees{/sha}"
} as const

type Addresses = { readonly [K in keyof typeof addresses]: string }

const addressesOf = (url: string): Addresses =>
  Object.fromEntries(Object.entries(addresses).map(([name, rest]) => [name, `${url}${rest}`])) as Addresses

export const permissionsOf = (role: Role | undefined) => ({
  admin: hasRole(role, "admin"),
  maintain: hasRole(role, "maintain"),
  push: hasRole(role, "push"),
  triage: hasRole(role, "triage"),
  pull: hasRole(role, "pull")
})

const sizeKilobytes = ({ git }: Repository): number => {
  let bytes = 0
  for (const blob of git.blobs.values()) bytes += blob.length
  return Math.ceil(bytes / 1024)
}

/** A repository in a list. `viewer` is the caller. */
export const minimalRepository = (world: World, urls: Urls, repository: Repository, viewer: Account | undefined) => {
  const page = repositoryPage(world, urls, repository)
  const name = fullName(world, repository)
  const url = repositoryUrl(world, urls, repository)
  const forks = [...world.repositories.byId.values()].filter(({ parentId }) => parentId === repository.id).length
  const host = new URL(urls.html).host
  return {
    id: repository.id,
    node_id: repositoryNodeId(repository),
    name: repository.name,
    full_name: name,
    private: repository.private,
    owner: simpleUser(urls, accountById(world, repository.ownerId)),
    html_url: page,
    description: repository.description,
    fork: repository.parentId !== null,
    url,
    ...addressesOf(url),
    created_at: repository.createdAt,
    updated_at: repository.updatedAt,
    pushed_at: repository.pushedAt,
    git_url: `git://${host}/${name}.git`,
    ssh_url: `git@${host}:${name}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    homepage: repository.homepage,
    size: sizeKilobytes(repository),
    stargazers_count: repository.stars.size,
    watchers_count: repository.stars.size,
    language: repository.language,
    has_issues: repository.hasIssues,
    has_projects: repository.hasProjects,
    has_downloads: true,
    has_wiki: repository.hasWiki,
    has_pages: false,
    has_discussions: repository.hasDiscussions,
    forks_count: forks,
    mirror_url: null,
    archived: repository.archived,
    disabled: false,
    open_issues_count: repository.openIssuesCount,
    license: licenseOf(urls, repository.license),
    allow_forking: repository.allowForking,
    is_template: repository.isTemplate,
    web_commit_signoff_required: false,
    topics: repository.topics,
    visibility: repository.private ? "private" : "public",
    forks,
    open_issues: repository.openIssuesCount,
    watchers: repository.stars.size,
    default_branch: repository.defaultBranch,
    permissions: permissionsOf(roleOf(world, repository, viewer))
  }
}

const mergeSettings = (repository: Repository) => ({
  allow_squash_merge: repository.allowSquashMerge,
  allow_merge_commit: repository.allowMergeCommit,
  allow_rebase_merge: repository.allowRebaseMerge,
  allow_auto_merge: repository.allowAutoMerge,
  delete_branch_on_merge: repository.deleteBranchOnMerge,
  allow_update_branch: false,
  use_squash_pr_title_as_default: false,
  squash_merge_commit_title: "COMMIT_OR_PR_TITLE",
  squash_merge_commit_message: "COMMIT_MESSAGES",
  merge_commit_title: "MERGE_MESSAGE",
  merge_commit_message: "PR_TITLE"
})

/** A single repository. */
export const fullRepository = (world: World, urls: Urls, repository: Repository, viewer: Account | undefined) => {
  const minimal = minimalRepository(world, urls, repository, viewer)
  const owner = accountById(world, repository.ownerId)
  const parent = repository.parentId === null ? undefined : repositoryById(world, repository.parentId)
  const parentRecord = parent === undefined ? undefined : minimalRepository(world, urls, parent, viewer)
  return {
    ...minimal,
    ...(minimal.permissions.push ? { ...mergeSettings(repository), temp_clone_token: "" } : {}),
    ...(owner.type === "Organization" ? { organization: simpleUser(urls, owner), custom_properties: {} } : {}),
    ...(parentRecord === undefined ? {} : { parent: parentRecord, source: parentRecord }),
    network_count: minimal.forks_count,
    subscribers_count: repository.watchers.size
  }
}

/** The name of a role in responses about collaborators. */
export const roleName = (role: Role): string =>
  ({ pull: "read", triage: "triage", push: "write", maintain: "maintain", admin: "admin" })[role]
