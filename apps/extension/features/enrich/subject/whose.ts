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
  const asked = wordsOf(slug).filter((word) => !COMMON.has(word))
  const told = wordsOf(name).filter((word) => !COMMON.has(word))
  if (asked.length === 0 || told.length === 0) return false
  const [slugRun, nameRun] = [asked.join(""), told.join("")]
  return !(
    asked.some((word) => nameRun.includes(word) || isShortFor(word, nameRun)) ||
    told.some((word) => slugRun.includes(word))
  )
}

/** A nickname (`the-deal-maker`) is a single word, or is no name at all: only two words and more can contradict one. */
const isNamed = (slug: string): boolean => wordsOf(slug).length > 1

const profileOf = (
  kind: "person" | "company",
  url: string | null,
  sites: ReadonlyArray<string>
): string | undefined => {
  const found = url === null ? undefined : detect(url.includes("://") ? url : `https://${url}`, sites)
  return found?.kind === kind ? found.slug : undefined
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
const chosen = (domain: string): string => domain.slice(0, domain.indexOf("."))

/** A firm with a site in several countries is still itself: `acme.co.nz` is answered by `acme.com`. */
export const isAnotherSite = (domain: string, { domain: told, website, name }: Company): boolean => {
  const sites = [told, website].flatMap((address) => {
    const found = address === null ? undefined : detect(address.includes("://") ? address : `https://${address}`, [])
    return found?.kind === "site" ? [found.domain] : []
  })
  if (sites.length > 0) return sites.every((site) => site !== domain && chosen(site) !== chosen(domain))
  return name !== null && nothingInCommon(chosen(domain), name)
}
