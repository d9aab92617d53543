/**
 * Decides whether a record is about somebody other than the requested subject. Identifiers decide first (a profile's
 * address, a domain). If the record has none, its name is compared with the words of the address, and contradicts it
 * only if they share nothing at all. Pure.
 */
import { detect, isProfileId } from "@inlay/salesdata/detect"
import type { Company } from "@inlay/salesdata/schema/Company"
import type { Person } from "@inlay/salesdata/schema/Person"

import { withScheme } from "../../../messaging/origin.ts"

/** Words that are part of many company names. */
const COMMON = new Set(
  "the and of for group company co corp corporation inc incorporated limited ltd pty plc llc gmbh ag sa nv bv holdings holding international global services solutions systems technologies technology australia zealand aust aus nz au".split(
    " "
  )
)

/** Splits a text into words of Latin letters, in lower case and without accents. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z]{2,}/g) ?? []

const ownWordsOf = (name: string): ReadonlyArray<string> => wordsOf(name).filter((word) => !COMMON.has(word))

const hasOtherScripts = (text: string): boolean => /(?!\p{Script=Latin})\p{L}/u.test(text)

/**
 * Whether a short word may abbreviate a name: it starts with the same letter, and its letters occur in the name in
 * order (`pwc`).
 */
const isShortFor = (short: string, name: string): boolean => {
  if (short.length > 5 || short[0] !== name[0]) return false
  let from = 0
  return [...short].every((letter) => (from = name.indexOf(letter, from) + 1) > 0)
}

/** Whether a slug and a name share nothing. Nicknames and other scripts prove nothing. */
const nothingInCommon = (slug: string, name: string): boolean => {
  if (hasOtherScripts(name + slug)) return false
  const [slugWords, nameWords] = [ownWordsOf(slug), ownWordsOf(name)]
  if (slugWords.length === 0 || nameWords.length === 0) return false
  const [slugRun, nameRun] = [slugWords.join(""), nameWords.join("")]
  return !(
    slugWords.some((word) => nameRun.includes(word) || isShortFor(word, nameRun)) ||
    nameWords.some((word) => slugRun.includes(word))
  )
}

/**
 * A single word may be a nickname (`thedealmaker`) and prove nothing, so only a slug of two or more words can
 * contradict a name. An id that the network gave has no words.
 */
const isNamed = (slug: string): boolean => !isProfileId(slug) && wordsOf(slug).length > 1

/** Whether two slugs can be compared: a profile has both a name and an id that the network gave it. */
const areAlike = (slug: string, other: string): boolean => isProfileId(slug) === isProfileId(other)

const profileOf = (
  kind: "person" | "company",
  url: string | null,
  sites: ReadonlyArray<string>
): string | undefined => {
  const detection = url === null ? undefined : detect(withScheme(url), sites)
  return detection?.kind === kind ? detection.slug : undefined
}

export const isAnotherPerson = (slug: string, { profileUrl, name }: Person, sites: ReadonlyArray<string>): boolean => {
  const profile = profileOf("person", profileUrl, sites)
  if (profile !== undefined && areAlike(profile, slug)) return profile !== slug
  return name !== null && isNamed(slug) && wordsOf(name).length > 1 && nothingInCommon(slug, name)
}

export const isAnotherCompany = (
  slug: string,
  { profileUrl, name }: Company,
  sites: ReadonlyArray<string>
): boolean => {
  const profile = profileOf("company", profileUrl, sites)
  if (profile !== undefined && areAlike(profile, slug)) return profile !== slug
  return name !== null && nothingInCommon(slug, name)
}

/** Returns the part of a domain that its owner chose, under any registry: `acme` of `acme.com.au`. */
const firstLabel = (domain: string): string => domain.slice(0, domain.indexOf("."))

/** A company with sites in several countries counts as the same: `acme.com` is a valid answer for `acme.co.nz`. */
export const isAnotherSite = (domain: string, { domain: recordDomain, website, name }: Company): boolean => {
  const sites = [recordDomain, website].flatMap((address) => {
    const detection = address === null ? undefined : detect(withScheme(address), [])
    return detection?.kind === "site" ? [detection.domain] : []
  })
  if (sites.length > 0) return sites.every((site) => firstLabel(site) !== firstLabel(domain))
  return name !== null && nothingInCommon(firstLabel(domain), name)
}
