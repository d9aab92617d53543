/**
 * Whether a record is about somebody else than was asked for. What identifies decides first (a profile's address, a
 * domain); where the record has none, its name against the words of the address, and only where they share nothing at
 * all. Pure.
 */
import { detect } from "@inlay/salesdata/detect"
import type { Company } from "@inlay/salesdata/schema/Company"
import type { Person } from "@inlay/salesdata/schema/Person"

/** Words that many firms have in their names. */
const COMMON = new Set(
  "the and of for group company co corp corporation inc incorporated limited ltd pty plc llc gmbh ag sa nv bv holdings holding international global services solutions systems technologies technology australia zealand aust aus nz au".split(
    " "
  )
)

/** In lower case, without accents, in words of Latin letters. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1)

const hasOtherScripts = (text: string): boolean => /(?!\p{Script=Latin})\p{L}/u.test(text)

/** Whether a short word may stand for a name: its letters in their order, from the first on (`pwc`). */
const isShortFor = (short: string, name: string): boolean => {
  if (short.length > 5 || short[0] !== name[0]) return false
  let from = 0
  return [...short].every((letter) => (from = name.indexOf(letter, from) + 1) > 0)
}

/** Whether a slug and a name have nothing in common, as far as letters tell: nicknames and other scripts prove nothing. */
const nothingInCommon = (slug: string, name: string): boolean => {
  if (hasOtherScripts(name) || hasOtherScripts(slug)) return false
  const slugWords = wordsOf(slug).filter((word) => !COMMON.has(word))
  const nameWords = wordsOf(name).filter((word) => !COMMON.has(word))
  if (slugWords.length === 0 || nameWords.length === 0) return false
  const [slugRun, nameRun] = [slugWords.join(""), nameWords.join("")]
  return !(
    slugWords.some((word) => nameRun.includes(word) || isShortFor(word, nameRun)) ||
    nameWords.some((word) => slugRun.includes(word))
  )
}

/** A nickname (`the-deal-maker`) is a single word, or is no name at all: only two words and more can contradict one. */
const isNamed = (slug: string): boolean => wordsOf(slug).length > 1

const profileOf = (
  kind: "person" | "company",
  url: string | null,
  sites: ReadonlyArray<string>
): string | undefined => {
  const detection = url === null ? undefined : detect(url.includes("://") ? url : `https://${url}`, sites)
  return detection?.kind === kind ? detection.slug : undefined
}

export const isAnotherPerson = (slug: string, { profileUrl, name }: Person, sites: ReadonlyArray<string>): boolean => {
  const profile = profileOf("person", profileUrl, sites)
  if (profile !== undefined) return profile !== slug
  return name !== null && isNamed(slug) && wordsOf(name).length > 1 && nothingInCommon(slug, name)
}

export const isAnotherCompany = (
  slug: string,
  { profileUrl, name }: Company,
  sites: ReadonlyArray<string>
): boolean => {
  const profile = profileOf("company", profileUrl, sites)
  if (profile !== undefined) return profile !== slug
  return name !== null && nothingInCommon(slug, name)
}

/** The part of a domain that its owner chose, whatever its registry: `acme` of `acme.com.au`. */
const firstLabel = (domain: string): string => domain.slice(0, domain.indexOf("."))

/** A firm with a site in several countries is still itself: `acme.co.nz` is answered by `acme.com`. */
export const isAnotherSite = (domain: string, { domain: recordDomain, website, name }: Company): boolean => {
  const sites = [recordDomain, website].flatMap((address) => {
    const detection =
      address === null ? undefined : detect(address.includes("://") ? address : `https://${address}`, [])
    return detection?.kind === "site" ? [detection.domain] : []
  })
  if (sites.length > 0) return sites.every((site) => site !== domain && firstLabel(site) !== firstLabel(domain))
  return name !== null && nothingInCommon(firstLabel(domain), name)
}
