/**
 * Domains that many companies share: each subdomain, or each path, may belong to another company. Pure. The list can
 * only contain common ones, so it is used only to interpret a bare domain. A path never makes its host a company's own.
 */
import { words } from "./words.ts"

/** Each subdomain belongs to somebody else: `acme.myshopify.com`. */
const BY_NAME = new Set(
  words(`a.run.app amplifyapp.com appspot.com azurestaticapps.net azurewebsites.net base44.app bigcartel.com blogspot.co.nz
blogspot.com blogspot.com.au bubbleapps.io business.site canva.site carrd.co firebaseapp.com fly.dev framer.ai
framer.app framer.website gitbook.io github.io gitlab.io godaddysites.com herokuapp.com jimdofree.com jimdosite.com
lovable.app my.canva.site myshopify.com mystrikingly.com netlify.app notion.site onrender.com pages.dev replit.app
simplesite.com square.site squarespace.com streamlit.app substack.com translate.goog tumblr.com typepad.com
up.railway.app vercel.app vercel.dev web.app webflow.io webnode.com webs.com weebly.com wixsite.com wixstudio.com
wixstudio.io wordpress.com workers.dev yolasite.com`)
)

/**
 * Brands on which each path belongs to somebody else, under any country domain: `facebook.com/acme`,
 * `seek.co.nz/companies/acme`.
 */
const BRANDS = new RegExp(
  `(?:^|\\.)(?:${words(`airbnb airtasker alibaba aliexpress amazon deliveroo doordash ebay etsy eventbrite expedia facebook
foursquare glassdoor google gumtree hipages hotfrog indeed instagram jora linkedin menulog opentable pinterest reddit
seek tiktok tripadvisor twitter ubereats yelp youtube zomato`).join("|")})\\.(?:[a-z]{2,3}|com?\\.[a-z]{2})$`
)

/** Other domains on which each path belongs to somebody else, subdomains included. */
const BY_PATH = new Set(
  words(`about.me adzuna.com.au allhomes.com.au archive.org beacons.ai bing.com bio.link bit.ly bitbucket.org booking.com
buff.ly builderscrack.co.nz business.gov.au calendly.com campsite.bio careerone.com.au carsales.com.au
companiesoffice.govt.nz crunchbase.com cutt.ly dnb.com domain.com.au fb.com fb.me finda.co.nz g.co g.page github.com
gitlab.com gofundme.com goo.gl homely.com.au humanitix.com is.gd ko-fi.com linktr.ee lnk.bio lnkd.in
localsearch.com.au maps.apple.com medium.com meetup.com milkshake.app msha.ke neighbourly.co.nz nocowboys.co.nz notion.so
oneflare.com.au ow.ly patreon.com productreview.com.au quora.com ratemyagent.com.au rb.gy realestate.co.nz
realestate.com.au rebrand.ly serviceseeking.com.au shorturl.at snapchat.com solo.to startlocal.com.au t.co t.me taplink.cc
threads.com threads.net tinyurl.com trademe.co.nz truelocal.com.au vimeo.com wa.me whatsapp.com whitepages.co.nz
whitepages.com.au wikipedia.org womo.com.au wordofmouth.com.au x.com yellow.co.nz yellowpages.com.au youtu.be
zoominfo.com`)
)

/** A host and its parent domains, longest first. */
const withParents = (host: string): ReadonlyArray<string> => {
  const labels = host.split(".")
  return labels.slice(1).map((_, i) => labels.slice(i).join("."))
}

/** The number of labels in the platform domain that a host is under, or 0 if it is under none. */
export const platformLabels = (host: string): number =>
  withParents(host)
    .find((domain) => BY_NAME.has(domain))
    ?.split(".").length ?? 0

/** Whether a host alone does not identify a company, because the company depends on the path or on a subdomain. */
export const isSharedHost = (host: string): boolean =>
  BY_NAME.has(host) || BRANDS.test(host) || withParents(host).some((domain) => BY_PATH.has(domain))

/** Whether the host of a web address identifies the owner of the page. */
export const isOwnSite = (url: URL): boolean =>
  !isSharedHost(url.hostname.replace(/^www\./, "")) || (url.pathname === "/" && url.search === "")

/** Pages that a site has about itself. No directory uses these names for a company. */
const OWN_PAGE =
  /^\/(about|about-us|contact|contact-us|home|index\.html?|our-team|team|careers|privacy|terms|en|au|nz)?\/?$/i

/**
 * Whether a web address refers to its whole site: the root, or a page about the site itself. It then says no more than
 * the host.
 */
export const isWholeSite = ({ pathname, search, hash }: URL): boolean =>
  OWN_PAGE.test(pathname) && search === "" && hash === ""
