/**
 * The user's web analytics properties and the sites that each collects. They are read once a day and stored in local
 * storage of the extension's own pages, together with the property that the user chose for a site with several.
 */
import { isList, isRecord, isStruct, isText, isTextOf, type Is } from "../../messaging/shape.ts"
import { forgetOwnHosts, hostOf, isOwnHost, OTHERS_UNKNOWN, saveOwnHosts } from "./own-hosts.ts"

export interface OwnProperty {
  /** The account that reaches it, by the name that requests use. */
  readonly account: string
  /** `properties/1234`. */
  readonly property: string
  readonly name: string
  /** Addresses of its sites: `https://www.example.com`. */
  readonly sites: ReadonlyArray<string>
}

/** All properties that are known, and whether every account listed its own. */
export interface OwnProperties {
  readonly properties: ReadonlyArray<OwnProperty>
  readonly isComplete: boolean
}

const PROPERTIES = "inlay.own-properties"
const CHOICES = "inlay.property-of"
/** How long an empty or incomplete list is trusted. Accounts may be connected, or work again, at any time. */
const BRIEFLY_MILLIS = 600_000

const isProperties: Is<ReadonlyArray<OwnProperty>> = isList(
  isStruct<OwnProperty>({
    account: isTextOf(80),
    property: isTextOf(100),
    name: isText,
    sites: isList(isTextOf(1000), 100)
  }),
  5000
)
const isChoices = isRecord(isTextOf(100))

const readStored = <A>(name: string, is: Is<A>): A | undefined => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? "null")
    return is(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** `undefined` if they are unknown or out of date. */
export const ownProperties = (address: string): ReadonlyArray<OwnProperty> | undefined =>
  isOwnHost(address) === undefined ? undefined : readStored(PROPERTIES, isProperties)

/** The last known properties, however old. */
export const lastOwnProperties = (): ReadonlyArray<OwnProperty> => readStored(PROPERTIES, isProperties) ?? []

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:/.test(text)

/** Properties that do not fit into storage are looked up again. */
export const saveOwnProperties = ({ properties, isComplete }: OwnProperties): void => {
  try {
    localStorage.setItem(PROPERTIES, JSON.stringify(properties))
    const hosts = properties.flatMap(({ sites }) => sites.filter(isAddress).map(hostOf))
    const isBrief = properties.length === 0 || !isComplete
    saveOwnHosts(isComplete ? hosts : [...hosts, OTHERS_UNKNOWN], ...(isBrief ? [BRIEFLY_MILLIS] : []))
  } catch {
    forgetOwnHosts()
  }
}

/** Deletes what is known through the hub that was paired until now. */
export const forgetOwnProperties = (): void => {
  for (const name of [PROPERTIES, CHOICES]) localStorage.removeItem(name)
  forgetOwnHosts()
}

/** Returns how much of a page's path a site's address covers, or `undefined` if the page is not within the site. */
const depthOf = (site: string, page: URL): number | undefined => {
  if (!isAddress(site) || hostOf(site) !== hostOf(page.href)) return undefined
  const path = new URL(site).pathname.replace(/\/$/, "")
  return page.pathname === path || page.pathname.startsWith(`${path}/`) ? path.length : undefined
}

/** Returns the properties that collect a page, those with the most specific address first. */
export const propertiesAt = (address: string, properties: ReadonlyArray<OwnProperty>): ReadonlyArray<OwnProperty> => {
  const page = new URL(address)
  return properties
    .flatMap((of) => {
      const depths = of.sites.flatMap((site) => depthOf(site, page) ?? [])
      return depths.length === 0 ? [] : [{ of, depth: Math.max(...depths) }]
    })
    .toSorted((a, b) => b.depth - a.depth)
    .map(({ of }) => of)
}

/** The user's choice for a site that several properties collect. */
export const chosenAt = (address: string): string | undefined => readStored(CHOICES, isChoices)?.[hostOf(address)]

/** A choice that does not fit into storage lasts as long as the popup. */
export const chooseAt = (address: string, property: string): void => {
  try {
    localStorage.setItem(CHOICES, JSON.stringify({ ...readStored(CHOICES, isChoices), [hostOf(address)]: property }))
  } catch {}
}
