/**
 * Detects from a page's URL alone what the page is about: a person's profile, a company's profile, or a company's own
 * site.
 */
import { companyDomain, isProfileId, profileSlug, profileUrl } from "./identity/identifiers.ts"
import { isOn } from "./identity/profile-sites.ts"
import { registrable } from "./identity/registries.ts"

export { isOn, isProfileId }

/** What a page is about. */
export type Resource =
  | { readonly kind: "person"; readonly slug: string; readonly profilenet_url: string }
  | { readonly kind: "company"; readonly slug: string; readonly profilenet_url: string }
  | { readonly kind: "site"; readonly domain: string }

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
  const host = companyDomain(url.href)
  return host.ok ? { kind: "site", domain: registrable(host.value) } : undefined
}
