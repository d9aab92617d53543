// Builds the records of people and organizations.
// Source: schemas `simple-user`, `public-user`, `private-user`, `organization-simple`, `organization-full`.

import type { Account } from "../accounts/accounts.ts"
import { reposOf } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import { nodeId } from "./node-id.ts"
import type { Urls } from "./urls.ts"

export const accountNodeId = ({ id, type }: Account): string => nodeId(type === "Organization" ? "O" : "U", id)

/** Avatars are served by the sandbox itself. */
const avatarUrl = ({ html }: Urls, { id }: Account): string => `${html}/-/avatars/u/${id}?v=4`

/** An app's page is under its name, without the `[bot]` suffix of its login. */
const pageOf = ({ html }: Urls, { login, type }: Account): string =>
  type === "Bot" ? `${html}/apps/${login.replace(/\[bot\]$/, "")}` : `${html}/${login}`

const simpleRecord = (urls: Urls, account: Account) => {
  const url = `${urls.api}/users/${encodeURIComponent(account.login)}`
  return {
    login: account.login,
    id: account.id,
    node_id: accountNodeId(account),
    avatar_url: avatarUrl(urls, account),
    gravatar_id: "",
    url,
    html_url: pageOf(urls, account),
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.type,
    user_view_type: "public",
    site_admin: false
  }
}

type SimpleUser = ReturnType<typeof simpleRecord>

/** Caches the last record of each account, because a page of a hundred issues names a few accounts many times. */
const cache = new WeakMap<Account, { readonly api: string; readonly record: SimpleUser }>()

/** An account within other records. */
export const simpleUser = (urls: Urls, account: Account): SimpleUser => {
  const entry = cache.get(account)
  if (entry?.api === urls.api && entry.record.login === account.login) return entry.record
  const record = simpleRecord(urls, account)
  cache.set(account, { api: urls.api, record })
  return record
}

const gistsOf = ({ gists }: World, { id }: Account, isPublic: boolean): number =>
  gists.all().filter((gist) => gist.ownerId === id && gist.isPublic === isPublic).length

/** An account as everyone sees it. */
export const publicUser = (world: World, urls: Urls, account: Account) => ({
  ...simpleUser(urls, account),
  name: account.name,
  company: account.company,
  blog: account.blog,
  location: account.location,
  email: account.email,
  hireable: null,
  bio: account.bio,
  twitter_username: null,
  public_repos: reposOf(world, account).filter((repository) => !repository.private).length,
  public_gists: gistsOf(world, account, true),
  followers: account.followers,
  following: account.following,
  created_at: account.createdAt,
  updated_at: account.updatedAt
})

/** An account as its owner sees it. */
export const privateUser = (world: World, urls: Urls, account: Account) => {
  const hidden = reposOf(world, account).filter((repository) => repository.private).length
  return {
    ...publicUser(world, urls, account),
    user_view_type: "private",
    private_gists: gistsOf(world, account, false),
    total_private_repos: hidden,
    owned_private_repos: hidden,
    disk_usage: 512,
    collaborators: 0,
    two_factor_authentication: true,
    plan: { name: "pro", space: 976_562_499, collaborators: 0, private_repos: 9999 }
  }
}

export const simpleOrganization = (urls: Urls, account: Account) => {
  const url = `${urls.api}/orgs/${account.login}`
  return {
    login: account.login,
    id: account.id,
    node_id: accountNodeId(account),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: avatarUrl(urls, account),
    description: account.bio
  }
}

export const fullOrganization = (world: World, urls: Urls, account: Account) => ({
  ...simpleOrganization(urls, account),
  name: account.name ?? account.login,
  ...(account.company === null ? {} : { company: account.company }),
  blog: account.blog,
  ...(account.location === null ? {} : { location: account.location }),
  ...(account.email === null ? {} : { email: account.email }),
  twitter_username: null,
  is_verified: false,
  has_organization_projects: true,
  has_repository_projects: true,
  public_repos: reposOf(world, account).filter((repository) => !repository.private).length,
  public_gists: 0,
  followers: account.followers,
  following: account.following,
  html_url: `${urls.html}/${account.login}`,
  type: "Organization",
  created_at: account.createdAt,
  updated_at: account.updatedAt,
  archived_at: null
})
