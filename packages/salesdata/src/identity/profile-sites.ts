/** Hosts of professional networks. Pure. */

/** Whether a host is the profile site or one of its subdomains (`au.<site>`, `www.<site>`). */
export const isOn = (host: string, site: string): boolean => host === site || host.endsWith(`.${site}`)

/** The host of a site as a user enters it, possibly as a URL. */
export const siteHost = (text: string): string => {
  const address = text.includes("://") ? text : `https://${text}`
  return URL.canParse(address) ? new URL(address).host.replace(/^www\./, "") : text
}
