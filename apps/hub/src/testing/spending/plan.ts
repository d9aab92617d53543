/**
 * Decides who is looked up, by which identifiers and in which order. The questions of a group share an identifier and
 * may be asked at once. A group that may share no identifier with the previous one waits until that has ended: before
 * an answer connects them, nobody can know that a profile and an address are the same person.
 */

/** The response of the sandbox's `GET /directory`. */
export interface Directory {
  readonly people: ReadonlyArray<{
    readonly id: string
    readonly slug: string
    readonly emails: ReadonlyArray<string>
    readonly price: number
  }>
  readonly companies: ReadonlyArray<{ readonly id: string; readonly domain: string; readonly abn: string | null }>
}

export type Input = Readonly<Record<string, unknown>>

export interface Draft {
  readonly step: string
  readonly input: Input
  /** The directory ids of the subjects that an answer may be about. */
  readonly about?: ReadonlyArray<string>
}

export interface Subject {
  /** The sandbox's id of a person or company; for everything else, a name made by the plan. */
  readonly id: string
  readonly groups: ReadonlyArray<ReadonlyArray<Draft>>
  /** Whether the user asks again when told that a charge is unknown. */
  readonly confirms: boolean
}

export interface Chance {
  /** A number from 0 up to, but not including, 1. */
  readonly next: () => number
  /** An integer from 0 up to, but not including, `end`. */
  readonly below: (end: number) => number
  readonly shuffled: <T>(items: ReadonlyArray<T>) => Array<T>
}

/** A linear congruential generator (Numerical Recipes): repeatable, and good enough to choose who comes next. */
export const makeChance = (seed: number): Chance => {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    shuffled: (items) => {
      const remainingItems = [...items]
      for (let n = remainingItems.length - 1; n > 0; n--) {
        const other = below(n + 1)
        const [one, two] = [remainingItems[n], remainingItems[other]]
        if (one !== undefined && two !== undefined) [remainingItems[n], remainingItems[other]] = [two, one]
      }
      return remainingItems
    }
  }
}

const PERSON = "salesdata_people_enrichment"
const COMPANY = "salesdata_company_enrichment"
const SEARCH = "salesdata_people_search"
const API_CALL = "salesdata_api_call"

const apiCall = (endpoint: string, body: Input): Draft => ({
  step: API_CALL,
  input: { method: "POST", endpoint, body }
})

/** The identifiers of a draft. An API Call has them in its body. */
export const identifiersOf = ({ step, input }: Draft): Input => (step === API_CALL ? (input["body"] as Input) : input)

/** The same question with additional identifiers. */
export const withIdentifiers = (draft: Draft, more: Input): Draft => {
  const identifiers = { ...identifiersOf(draft), ...more }
  const { step, input } = draft
  return { ...draft, input: step === API_CALL ? { ...input, body: identifiers } : identifiers }
}

const pick = <T>(chance: Chance, items: readonly [T, ...Array<T>]): T => items[chance.below(items.length)] ?? items[0]

/** The spellings of a person's profile; `site` is an origin. */
const profileInput = (chance: Chance, site: string, slug: string): Input => {
  const address = `${site}/in/${encodeURIComponent(slug)}`
  return pick<Input>(chance, [
    { profilenet_url: address },
    { profilenet_url: `${address}/` },
    { profilenet_url: `${address}/de/?trk=people` },
    { profilenet_slug: slug },
    { profilenet_url: address, profilenet_slug: slug }
  ])
}

const emailInput = (chance: Chance, email: string): Input => {
  const [local = "", domain = ""] = email.split("@")
  return { email: pick(chance, [email, ` ${email} `, `${local}@${domain.toUpperCase()}`]) }
}

const person = (
  chance: Chance,
  site: string,
  { id, slug, emails }: Directory["people"][number],
  lookups: number
): Subject => {
  const sharedEmails = ["", ...emails]
  const groups: Array<Array<Draft>> = []
  for (let remaining = lookups; remaining > 0;) {
    const by = sharedEmails[chance.below(sharedEmails.length)] ?? ""
    const other = sharedEmails[chance.below(sharedEmails.length)] ?? ""
    const size = Math.min(remaining, 1 + chance.below(5))
    groups.push(
      Array.from({ length: size }, () => {
        const input = {
          ...(by === "" || (other === "" && chance.next() < 0.5) ? profileInput(chance, site, slug) : {}),
          ...(by !== "" ? emailInput(chance, by) : {}),
          ...(by === "" && other !== "" && chance.next() < 0.3 ? emailInput(chance, other) : {})
        }
        return chance.next() < 0.1 ? apiCall("/enrich/person", input) : { step: PERSON, input }
      })
    )
    remaining -= size
  }
  return { id, groups, confirms: chance.next() < 0.5 }
}

const company = (chance: Chance, { id, domain, abn }: Directory["companies"][number]): Subject => ({
  id,
  groups: [
    [{ step: COMPANY, input: { domain } }, apiCall("/enrich/company", { domain })],
    [{ step: COMPANY, input: { website: `https://www.${domain}/` } }],
    ...(abn === null ? [] : [[{ step: COMPANY, input: { abn } }]])
  ],
  confirms: chance.next() < 0.5
})

const STATES = ["NSW", "VIC", "QLD", "WA", "SA", "TAS", "ACT", "NT"] as const
const DEPARTMENTS = ["Engineering", "Sales", "Marketing", "Finance", "Operations"] as const

/** The most results of a search: at most 3 credits. */
const MAX_RESULTS = 30

/** A search that is asked twice in succession. Searches are never cached, so it is paid for twice. */
const search = (chance: Chance, n: number): Subject => {
  const criteria = { department: pick(chance, DEPARTMENTS), location: pick(chance, STATES) }
  const limit = 1 + chance.below(MAX_RESULTS)
  const draft =
    chance.next() < 0.3
      ? apiCall("/search/people", { ...criteria, limit })
      : { step: SEARCH, input: { ...criteria, extra: { limit } } }
  return { id: `search ${n}`, groups: [[draft], [draft]], confirms: chance.next() < 0.5 }
}

/** Calls whose price is unknown: refused under a cap. */
const UNPRICED = ["/export/people", "/lists", "/enrich/person/bulk"] as const
const unpricedSubject = (chance: Chance, n: number): Subject => ({
  id: `unpriced ${n}`,
  groups: [[apiCall(pick(chance, UNPRICED), { n })]],
  confirms: false
})

/** Looks up two people as if they were one, twice, and then each alone. */
const muddledSubject = (
  chance: Chance,
  site: string,
  [one, other]: readonly [Directory["people"][number], Directory["people"][number]],
  n: number
): Subject => {
  const profile = profileInput(chance, site, one.slug)
  const email = emailInput(chance, other.emails[0] ?? "")
  const both = { step: PERSON, input: { ...profile, ...email }, about: [one.id, other.id] }
  return {
    id: `muddled ${n}`,
    groups: [
      [both],
      [both],
      [{ step: PERSON, input: profile, about: [one.id] }],
      [{ step: PERSON, input: email, about: [other.id] }]
    ],
    confirms: chance.next() < 0.5
  }
}

export interface Size {
  readonly people: number
  readonly lookupsEach: number
  readonly companies: number
  readonly searches: number
  readonly unpriced: number
  /** Pairs of people that are looked up as one. */
  readonly muddled: number
}

/** @param site the origin of the profiles */
export const plan = (chance: Chance, site: string, directory: Directory, size: Size): ReadonlyArray<Subject> => {
  const times = (count: number, make: (n: number) => Subject) => Array.from({ length: count }, (_, n) => make(n))
  const people = chance.shuffled(directory.people)
  const pairs = Array.from({ length: size.muddled }, (_, n) =>
    people.slice(size.people + 2 * n, size.people + 2 * n + 2)
  )
  return chance.shuffled([
    ...people.slice(0, size.people).map((one) => person(chance, site, one, size.lookupsEach)),
    ...pairs.flatMap(([one, other], n) => (one && other ? [muddledSubject(chance, site, [one, other], n)] : [])),
    ...chance
      .shuffled(directory.companies)
      .slice(0, size.companies)
      .map((one) => company(chance, one)),
    ...times(size.searches, (n) => search(chance, n)),
    ...times(size.unpriced, (n) => unpricedSubject(chance, n))
  ])
}
