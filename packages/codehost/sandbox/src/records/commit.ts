// Builds the records of commits and their changes.
// Source: schemas `commit`, `diff-entry`, `file-commit`.

import type { Account } from "../accounts/accounts.ts"
import type { ChangedFile } from "../git/diff.ts"
import type { Commit, Signature } from "../git/store.ts"
import type { Repository } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import { repositoryNodeId, repositoryPage, repositoryUrl } from "./repository.ts"
import { encodePath, type Urls } from "./urls.ts"
import { simpleUser } from "./user.ts"

/** The repository and the URLs that its records contain. */
export interface Site {
  readonly world: World
  readonly urls: Urls
  readonly repository: Repository
  /** URL in the API. */
  readonly url: string
  /** URL of the repository's page. */
  readonly page: string
}

export const siteOf = (world: World, urls: Urls, repository: Repository): Site => ({
  world,
  urls,
  repository,
  url: repositoryUrl(world, urls, repository),
  page: repositoryPage(world, urls, repository)
})

/** Git objects have no number. Their node ids contain the repository's node id and the SHA. */
export const gitNodeId = (prefix: string, repository: Repository, name: string): string =>
  `${prefix}_${Buffer.from(`${repositoryNodeId(repository)}:${name}`).toString("base64url")}`

const unsigned = { verified: false, reason: "unsigned", signature: null, payload: null, verified_at: null }

const gitUser = ({ date, email, name }: Signature) => ({ name, email, date })

/** The account that the e-mail address of a commit belongs to. */
const accountOf = ({ accounts }: World, { email }: Signature): Account | undefined => {
  const [login = "", host] = email.split("@")
  return host === "codehost.example" ? accounts.byLogin.get(login) : undefined
}

const userOf = ({ urls, world }: Site, signature: Signature) => {
  const account = accountOf(world, signature)
  return account === undefined ? null : simpleUser(urls, account)
}

export const commitUrl = ({ url }: Site, sha: string): string => `${url}/commits/${sha}`

const parentsOf = (site: Site, { parents }: Commit) =>
  parents.map((sha) => ({ sha, url: commitUrl(site, sha), html_url: `${site.page}/commit/${sha}` }))

/** A commit in a list. */
export const commitRecord = (site: Site, commit: Commit) => {
  const { page, repository, url } = site
  return {
    sha: commit.sha,
    node_id: gitNodeId("C", repository, commit.sha),
    commit: {
      author: gitUser(commit.author),
      committer: gitUser(commit.committer),
      message: commit.message,
      tree: { sha: commit.tree, url: `${url}/git/trees/${commit.tree}` },
      url: `${url}/git/commits/${commit.sha}`,
      comment_count: 0,
      verification: unsigned
    },
    url: commitUrl(site, commit.sha),
    html_url: `${page}/commit/${commit.sha}`,
    comments_url: `${commitUrl(site, commit.sha)}/comments`,
    author: userOf(site, commit.author),
    committer: userOf(site, commit.committer),
    parents: parentsOf(site, commit)
  }
}

/** A changed file. `ref` is the commit whose version the URLs point to. */
export const changedFileRecord = ({ page, url }: Site, ref: string, file: ChangedFile) => ({
  sha: file.sha,
  filename: file.path,
  status: file.status,
  additions: file.additions,
  deletions: file.deletions,
  changes: file.additions + file.deletions,
  blob_url: `${page}/blob/${ref}/${encodePath(file.path)}`,
  raw_url: `${page}/raw/${ref}/${encodePath(file.path)}`,
  contents_url: `${url}/contents/${encodePath(file.path)}?ref=${ref}`,
  ...(file.patch === undefined ? {} : { patch: file.patch }),
  ...(file.previousPath === undefined ? {} : { previous_filename: file.previousPath })
})

const total = (files: ReadonlyArray<ChangedFile>, name: "additions" | "deletions"): number =>
  files.reduce((sum, file) => sum + file[name], 0)

/** A single commit with the totals of `changes`, but without its files. */
export const fullCommitRecord = (site: Site, commit: Commit, changes: ReadonlyArray<ChangedFile>) => {
  const [additions, deletions] = [total(changes, "additions"), total(changes, "deletions")]
  return { ...commitRecord(site, commit), stats: { total: additions + deletions, additions, deletions } }
}

/** A commit in the response to a file write. */
export const gitCommitRecord = (site: Site, commit: Commit) => ({
  sha: commit.sha,
  node_id: gitNodeId("C", site.repository, commit.sha),
  url: `${site.url}/git/commits/${commit.sha}`,
  html_url: `${site.page}/commit/${commit.sha}`,
  author: gitUser(commit.author),
  committer: gitUser(commit.committer),
  tree: { sha: commit.tree, url: `${site.url}/git/trees/${commit.tree}` },
  message: commit.message,
  parents: parentsOf(site, commit),
  verification: unsigned
})
