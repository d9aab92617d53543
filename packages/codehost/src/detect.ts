/** Detects from a page's address which resource of the code host the page shows. Pure. */
import { apiAddress } from "./vendors.ts"

/** The resource that a page shows. It always belongs to a repository. */
export type Resource = { readonly owner: string; readonly repo: string } & (
  | { readonly kind: "repository" }
  | { readonly kind: "issue"; readonly issue_number: number }
  | { readonly kind: "pull_request"; readonly pull_number: number }
  | { readonly kind: "commit"; readonly sha: string }
  /** Branch and path together: a branch name may contain slashes, so the address does not say where it ends. */
  | { readonly kind: "file"; readonly ref_and_path: string }
  | { readonly kind: "release"; readonly tag: string }
  | { readonly kind: "workflow_run"; readonly run_id: number }
)

/**
 * First path segments of the host's own pages, which cannot be account names
 * (https://github.com/Mottie/github-reserved-names, and pages that it does not list). Do not add a name that an account
 * has, such as `integrations`.
 */
const RESERVED = new Set(
  (
    "about access account admin advisories anonymous any api apps auth billing blog branches business businesses " +
    "case-studies categories changelog codespaces collections comments commits compare contact copilot " +
    "customer-stories customers dashboard dashboards discover discussions docs downloads edu enterprise enterprises " +
    "events explore featured features files gist gists guides help home hooks hovercards images inbox investors " +
    "issues jobs join languages learn legal login logout maintenance marketplace mcp mentioned mentions milestones " +
    "mirrors mobile models navigation network new news newsroom nonprofit nonprofits notices notifications oauth " +
    "open-source organizations orgs pages partners password_reset payments personal plans plugins popular posts " +
    "premium-support press pricing professional projects pulls raw readme redeem releases render repositories " +
    "resources saved search security services sessions settings shop showcases signin signup site solutions spam " +
    "sponsors ssh staff starred stars static status storage store stories subscriptions suggestions support " +
    "suspended team teams terms timeline topic topics tos tour training trending updates user username users " +
    "visualization watching why-github wiki windows works-with"
  ).split(" ")
)

const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]+$/

const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

const numberOf = (segment: string): number | undefined =>
  /^[1-9]\d{0,15}$/.test(segment) && Number.isSafeInteger(Number(segment)) ? Number(segment) : undefined

type About = Resource extends infer R ? (R extends Resource ? Omit<R, "owner" | "repo"> : never) : never

/**
 * Returns the resource for the path segments after `owner/repo`. Any other page of a repository stands for the
 * repository.
 */
const aboutOf = ([first = "", second = "", ...rest]: ReadonlyArray<string>): About => {
  const number = numberOf(second)
  switch (first) {
    case "issues":
      if (number !== undefined) return { kind: "issue", issue_number: number }
      break
    case "pull":
      if (number !== undefined) return { kind: "pull_request", pull_number: number }
      break
    case "commit":
      if (/^[0-9a-f]{7,64}$/i.test(second)) return { kind: "commit", sha: second.toLowerCase() }
      break
    case "blob":
      if (second !== "" && rest.length > 0) return { kind: "file", ref_and_path: [second, ...rest].join("/") }
      break
    case "releases":
      if (second === "tag" && rest.length > 0) return { kind: "release", tag: rest.join("/") }
      break
    case "actions": {
      const run_id = second === "runs" ? numberOf(rest[0] ?? "") : undefined
      if (run_id !== undefined) return { kind: "workflow_run", run_id }
    }
  }
  return { kind: "repository" }
}

/** A repository, and the path segments of its page after `owner/repo`. */
interface RepositoryPage {
  readonly owner: string
  readonly repo: string
  readonly rest: ReadonlyArray<string>
}

/**
 * Returns the repository whose page is at an address, or `undefined` if it is not a page of a repository.
 * @param hosts hosts of the service's pages, with the port if it is not the default; if a host has a path, such as
 * `127.0.0.1:4680/repo`, its pages are below that path
 */
export const repositoryAt = (address: string, hosts: ReadonlyArray<string>): RepositoryPage | undefined => {
  if (!URL.canParse(address)) return undefined
  const { protocol, host, pathname } = new URL(address)
  if (protocol !== "https:" && protocol !== "http:") return undefined
  const place = `${host.replace(/^www\./, "")}${pathname}/`
  const base = hosts.find((one) => place.startsWith(`${one}/`))
  if (base === undefined) return undefined
  const segments = place
    .slice(base.length)
    .split("/")
    .filter((segment) => segment !== "")
    .map(decode)
  const [owner = "", repo = "", ...rest] = segments.map((segment) => segment ?? "")
  if (segments.includes(undefined) || !NAME.test(owner) || !NAME.test(repo) || RESERVED.has(owner.toLowerCase())) {
    return undefined
  }
  return { owner, repo: repo.replace(/\.git$/, ""), rest }
}

/**
 * Returns the resource that the page at an address shows, or `undefined` if it is not a page of a repository.
 * @param hosts as `repositoryAt` takes them
 */
export const detect = (address: string, hosts: ReadonlyArray<string>): Resource | undefined => {
  const page = repositoryAt(address, hosts)
  return page && { owner: page.owner, repo: page.repo, ...aboutOf(page.rest) }
}

/**
 * Returns the host of the website of an API's address. The public service and the clouds with data residency have their
 * API at the root of a host of its own, `api.HOST`; an enterprise server has it on the website's host.
 */
export const websiteHost = ({ host, pathname }: URL): string => (pathname === "/" ? host.replace(/^api\./, "") : host)

/**
 * Returns the hosts of an account's pages, for `detect`: from the account's settings, or else from its base address.
 * Empty if neither names a host.
 * @param settings settings of the account: `page_site`, `base_url`
 */
export const pageHostsOf = (settings: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const { page_site: site = "", base_url: base = apiAddress } = settings
  const siteHost = site
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/\/+$/, "")
  if (siteHost !== "") return [siteHost.toLowerCase()]
  return URL.canParse(base) ? [websiteHost(new URL(base))] : []
}
