/**
 * Where an address is not a company's own: under these domains each name, or each path, is somebody else's. Pure. A list
 * can only name the usual ones; others are taken for a company's own site.
 */

/** Each name below is somebody's: `acme.myshopify.com`. */
const BY_NAME = new Set(
  `azurewebsites.net blogspot.com business.site github.io gitlab.io herokuapp.com myshopify.com netlify.app pages.dev
  square.site squarespace.com vercel.app web.app webflow.io weebly.com wixsite.com wordpress.com workers.dev`.split(
    /\s+/
  )
)

/** Each path is somebody's: `facebook.com/acme`. */
const BY_PATH = new Set(
  `amazon.com.au ebay.com.au etsy.com facebook.com github.com instagram.com linkedin.com linktr.ee localsearch.com.au
  medium.com neighbourly.co.nz nocowboys.co.nz sites.google.com tiktok.com trademe.co.nz truelocal.com.au twitter.com
  x.com yellow.co.nz yellowpages.com.au youtube.com`.split(/\s+/)
)

/** Whether each name under a domain is somebody else's. */
export const isSharedByName = (domain: string): boolean => BY_NAME.has(domain)

/** Whether a web address stands on its own domain, so that the domain tells whose it is. */
export const isOwnSite = (url: URL): boolean =>
  url.pathname === "/" || !BY_PATH.has(url.hostname.replace(/^(www|m|[a-z]{2}-[a-z]{2})\./, ""))
