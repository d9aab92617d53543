/**
 * Detects from a page's URL alone what the page is about: a person's profile, a company's profile, or a company's own
 * site.
 */
import { domain, profileSlug, profileUrl } from "./identity/identifiers.ts"
import { isOn } from "./identity/profile-sites.ts"
import { isOwnSite, platformLabels } from "./identity/shared-hosts.ts"

export { isOn }

/** What a page is about. */
export type Resource =
  | { readonly kind: "person"; readonly slug: string; readonly profilenet_url: string }
  | { readonly kind: "company"; readonly slug: string; readonly profilenet_url: string }
  | { readonly kind: "site"; readonly domain: string }

/** Second-level labels under which Australia, New Zealand and others register names: `company.com.au`. */
const REGISTRY_LABELS = new Set(
  "ac asn co com cri edu geek gen gov govt health id iwi kiwi maori mil ne net or org parliament school".split(" ")
)

/** Australian states register schools and their own offices one label deeper: `school.nsw.edu.au`. */
const STATE_REGISTRY = /\.(act|nsw|nt|qld|sa|tas|vic|wa)\.(edu|gov)\.au$/

/** The number of labels in a registrable domain under a host's registry or platform. */
const labelsOf = (host: string, labels: ReadonlyArray<string>): number => {
  if (STATE_REGISTRY.test(host)) return 4
  const platform = platformLabels(host)
  if (platform > 0) return platform + 1
  const [registry, country] = labels.slice(-2)
  const underRegistry = country?.length === 2 && REGISTRY_LABELS.has(registry ?? "")
  return underRegistry ? 3 : 2
}

/** The registrable part of a host: `company.com.au` for `shop.company.com.au`. */
const registrable = (host: string): string => {
  const labels = host.split(".")
  return labels.slice(-labelsOf(host, labels)).join(".")
}

/**
 * Returns what the page at a URL is about, or `undefined` if the URL does not tell.
 * @param profileSites hosts of professional networks, with the port if it is not the default
 */
export const detect = (address: string, profileSites: ReadonlyArray<string>): Resource | undefined => {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined
  if (profileSites.some((site) => isOn(url.host, site))) {
    for (const kind of ["person", "company"] as const) {
      const slug = profileSlug(kind, address)
      const normal = profileUrl(kind, address)
      if (slug.ok && normal.ok) return { kind, slug: slug.value, profilenet_url: normal.value }
    }
    return undefined
  }
  const host = domain(url.host)
  return host.ok && isOwnSite(url) ? { kind: "site", domain: registrable(host.value) } : undefined
}
