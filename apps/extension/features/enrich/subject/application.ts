/**
 * Recognises, from the address alone, a web application (mail, a calendar, a bank) as opposed to a company's own site.
 * People work in an application, and rarely want to look up the company behind it. Pure. The popup calls this, and only
 * on pages of a site: the list is too long for the worker to load for every click.
 *
 * A false positive costs one more click. A false negative puts the focus on a button that spends credits.
 */
import type { Application } from "../requests.ts"
import { applicationHosts, BRANDS } from "./application-hosts.ts"
import { hostNameOf } from "./local.ts"

/** First labels of a host name that say what it is used for, on any domain: `mail.acme.com`. */
const NAMED: { readonly [A in Application]?: string } = {
  mail: "mail webmail email owa outlook imap smtp exchange autodiscover roundcube zimbra mx newsletter",
  calendar: "calendar cal booking bookings schedule meetings",
  customers: "crm salesforce hubspot helpdesk servicedesk tickets desk",
  documents: "drive files wiki confluence jira notes sharepoint boards intranet",
  search: "search",
  code: "git gitlab github bitbucket gitea gogs svn jenkins ci build code registry",
  chat: "chat im meet teams slack mattermost zulip matrix conference",
  maps: "maps map",
  bank: "bank banking ibank ebank ebanking netbank internetbanking onlinebanking pay payments checkout invoice billing",
  administration:
    "admin auth sso login signin id idp identity account accounts my myaccount portal console dashboard cpanel whm webdisk vpn remote citrix rdp grafana kibana prometheus sentry status staging stage dev test uat qa preprod sandbox api hr payroll",
  general: "app apps web cloud client clients go members online secure platform workspace play learn lms moodle canvas"
}

const LABELS: ReadonlyMap<string, Application> = new Map(
  (Object.keys(NAMED) as ReadonlyArray<Application>).flatMap((application) =>
    (NAMED[application] ?? "").split(" ").map((label) => [label, application] as const)
  )
)

/** Paths of a mail server or of a site's administration, on the company's own host. */
const PATHS: ReadonlyArray<readonly [path: RegExp, application: Application]> = [
  [/^\/(?:owa|webmail|roundcube|zimbra|squirrelmail|rainloop)(?:\/|$)/i, "mail"],
  [/^\/(?:wp-admin|wp-login\.php|administrator|admin|phpmyadmin|cpanel|user\/login|ghost)(?:\/|$)/i, "administration"]
]

/**
 * Returns the application at an address, or `undefined` for a company's own site.
 * @param registeredDomain the part of the host that its owner registered: `acme.com.au` of `mail.acme.com.au`
 */
export const applicationAt = (address: string, registeredDomain: string): Application | undefined => {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const host = hostNameOf(url)
  const labels = host.split(".")
  const knownLabel = labels
    .map((_, from) => applicationHosts.get(labels.slice(from).join(".")))
    .find((application) => application !== undefined)
  if (knownLabel !== undefined) return knownLabel
  const below = host.endsWith(`.${registeredDomain}`) ? host.slice(0, -registeredDomain.length - 1).split(".") : []
  const labelMatch = below.map((label) => LABELS.get(label)).find((application) => application !== undefined)
  if (labelMatch !== undefined) return labelMatch
  const brand = registeredDomain.slice(0, registeredDomain.indexOf("."))
  if (Object.hasOwn(BRANDS, brand)) return BRANDS[brand]
  const at = PATHS.find(([path]) => path.test(url.pathname))
  // A company's own site uses the default port of its scheme.
  return at?.[1] ?? (url.port === "" ? undefined : "general")
}

/** Returns the application at an address on whose host nobody is looked up, or `undefined` if none is known. */
export const applicationOnHost = (address: string): Application | undefined =>
  URL.canParse(address) && new URL(address).hostname !== ""
    ? applicationAt(address, new URL(address).hostname.replace(/^www\./, ""))
    : undefined
