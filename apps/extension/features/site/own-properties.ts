/**
 * The properties of the user's web analytics and the sites that each collects: read once a day, kept in the storage of the
 * extension's own pages. Beside them, which property the user chose for a site that several collect.
 */
import { isList, isRecord, isStruct, isText, isTextOf, type Is } from "../../messaging/shape.ts"
import { forgetOwnHosts, hostOf, isOwnHost, saveOwnHosts } from "./own-hosts.ts"

export interface OwnProperty {
  /** The account that reaches it, as requests name it. */
  readonly account: string
  /** `properties/1234`. */
  readonly property: string
  readonly name: string
  /** Addresses of its sites: `https://www.example.com`. */
  readonly sites: ReadonlyArray<string>
}

const PROPERTIES = "inlay.own-properties"
const CHOICES = "inlay.property-of"
/** Accounts may be connected at the hub at any time: that there is none is believed for so long. */
const NONE_FOR_MILLIS = 600_000

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

const stored = <A>(name: string, is: Is<A>): A | undefined => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? "null")
    return is(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** `undefined` where they are not known, or not any more. */
export const ownProperties = (address: string): ReadonlyArray<OwnProperty> | undefined =>
  isOwnHost(address) === undefined ? undefined : stored(PROPERTIES, isProperties)

/** What was known last, however long ago. */
export const lastOwnProperties = (): ReadonlyArray<OwnProperty> => stored(PROPERTIES, isProperties) ?? []

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:/.test(text)

/** What there is no room for is looked up again. */
export const saveOwnProperties = (properties: ReadonlyArray<OwnProperty>): void => {
  try {
    localStorage.setItem(PROPERTIES, JSON.stringify(properties))
    const hosts = properties.flatMap(({ sites }) => sites.filter(isAddress).map(hostOf))
    saveOwnHosts(hosts, ...(properties.length === 0 ? [NONE_FOR_MILLIS] : []))
  } catch {
    forgetOwnHosts()
  }
}

/** Of the hub that was paired until now. */
export const forgetOwnProperties = (): void => {
  for (const name of [PROPERTIES, CHOICES]) localStorage.removeItem(name)
  forgetOwnHosts()
}

/** How much of a page's path a site's address names; `undefined` for a page that is not within it. */
const depthOf = (site: string, page: URL): number | undefined => {
  if (!isAddress(site) || hostOf(site) !== hostOf(page.href)) return undefined
  const path = new URL(site).pathname.replace(/\/$/, "")
  return page.pathname === path || page.pathname.startsWith(`${path}/`) ? path.length : undefined
}

/** The properties that collect a page, those whose address names most of it first. */
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
export const chosenAt = (address: string): string | undefined => stored(CHOICES, isChoices)?.[hostOf(address)]

export const chooseAt = (address: string, property: string): void =>
  localStorage.setItem(CHOICES, JSON.stringify({ ...stored(CHOICES, isChoices), [hostOf(address)]: property }))
