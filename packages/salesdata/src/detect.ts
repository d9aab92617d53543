/**
 * What a page is about, by its address alone: a person's profile, a company's profile, or a company's own site.
 */
import { domain, profileSlug, profileUrl } from "./identifiers.ts"

export type Resource =
  | { readonly kind: "person"; readonly slug: string; readonly profilenet_url: string }
  | { readonly kind: "company"; readonly slug: string; readonly profilenet_url: string }
  | { readonly kind: "site"; readonly domain: string }

/** Second-level labels under which Australia, New Zealand and others register names: `company.com.au`. */
const REGISTRY_LABELS = new Set(
  "ac asn co com cri edu geek gen gov govt health id iwi kiwi maori mil net org parliament school".split(" ")
)

/** The registrable part of a host, so that `shop.company.com.au` is `company.com.au`. */
const registrable = (host: string): string => {
  const labels = host.split(".")
  const underRegistry = labels.length > 2 && labels.at(-1)?.length === 2 && REGISTRY_LABELS.has(labels.at(-2) ?? "")
  return labels.slice(underRegistry ? -3 : -2).join(".")
}

/** Whether a host is the profile site or one of its country hosts (`au.<site>`, `www.<site>`). */
const isOn = (host: string, site: string): boolean => host === site || host.endsWith(`.${site}`)

/**
 * @param profileSites hosts (with port where it is not the default) of professional networks
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
  return host.ok ? { kind: "site", domain: registrable(host.value) } : undefined
}
