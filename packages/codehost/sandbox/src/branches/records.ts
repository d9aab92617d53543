// Builds the records of branches, refs and tags.
// Source: schemas `short-branch`, `branch-with-protection`, `git-ref`, `tag`.

import type { Commit } from "../git/store.ts"
import { commitRecord, commitUrl, gitNodeId, type Site } from "../records/commit.ts"
import { encodePath } from "../records/urls.ts"

const protection = (isProtected: boolean) => ({
  enabled: isProtected,
  required_status_checks: { enforcement_level: "off", contexts: [], checks: [] }
})

const common = (site: Site, name: string) => {
  const isProtected = site.repository.protectedBranches.has(name)
  const self = `${site.url}/branches/${encodePath(name)}`
  return { self, protected: isProtected, protection: protection(isProtected), protection_url: `${self}/protection` }
}

export const shortBranch = (site: Site, name: string, sha: string) => {
  const { self: _, ...rest } = common(site, name)
  return { name, commit: { sha, url: commitUrl(site, sha) }, ...rest }
}

export const fullBranch = (site: Site, name: string, commit: Commit) => {
  const { self, ...rest } = common(site, name)
  return {
    name,
    commit: commitRecord(site, commit),
    _links: { self, html: `${site.page}/tree/${encodePath(name)}` },
    ...rest
  }
}

/** `ref` is the full name, such as `refs/heads/main`. */
export const refRecord = (site: Site, ref: string, sha: string) => ({
  ref,
  node_id: gitNodeId("REF", site.repository, ref),
  url: `${site.url}/git/${encodePath(ref)}`,
  object: { sha, type: "commit", url: `${site.url}/git/commits/${sha}` }
})

export const tagRecord = (site: Site, name: string, sha: string) => ({
  name,
  zipball_url: `${site.url}/zipball/refs/tags/${encodePath(name)}`,
  tarball_url: `${site.url}/tarball/refs/tags/${encodePath(name)}`,
  commit: { sha, url: commitUrl(site, sha) },
  node_id: gitNodeId("REF", site.repository, `refs/tags/${name}`)
})
