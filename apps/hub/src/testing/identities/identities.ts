/**
 * People and companies as a provider knows them, with identities that are exact strings: who holds which, which are
 * shared, and what each record shows of itself. Generated from numbers, so that every run has the same.
 */

/** A subject, and the record that the provider returns for it. */
export interface Subject {
  readonly kind: "person" | "company"
  readonly id: string
  /** Every identity that leads to the subject, including those that its record does not show. */
  readonly identities: ReadonlyArray<string>
  readonly record: Readonly<Record<string, unknown>>
}

const PEOPLE = 400
const COMPANIES = 200
const FIRMS = 40

const WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

/** Numbers with a valid checksum. */
const abns = (count: number): ReadonlyArray<string> => {
  const identities: Array<string> = []
  for (let number = 11_000_000_000; identities.length < count; number++) {
    const digits = String(number)
    const sum = WEIGHTS.reduce((total, weight, i) => total + weight * (Number(digits[i]) - (i === 0 ? 1 : 0)), 0)
    if (sum % 89 === 0) identities.push(digits)
  }
  return identities
}

const person = (n: number): Subject => {
  const id = `person-${n}`
  const firm = `firm-${n % FIRMS}.example`
  const own = `p${n}@${firm}`
  // Mailboxes of a firm: one that looks personal but is shared, and one of a role.
  const [sharedAddress, role] = [`harbour@${firm}`, `info@${firm}`]
  const isSilent = n % 10 === 0
  const isRenamed = n % 10 === 1
  const hasProfile = n % 10 !== 2
  const emails = [own, ...(n % 3 === 0 ? [sharedAddress] : []), ...(n % 4 === 0 ? [role] : [])]
  return {
    kind: "person",
    id,
    identities: [
      ...(hasProfile ? [`profile:${id}`] : []),
      ...(isRenamed ? [`profile:${id}-before`] : []),
      ...emails.map((email) => `email:${email}`)
    ],
    record: {
      full_name: `Person ${n}`,
      job_title: "Winemaker",
      ...(!isSilent && { emails, ...(hasProfile && { profile_url: `https://www.network.example/in/${id}` }) })
    }
  }
}

const company = (n: number, abn: string): Subject => {
  const id = `company-${n}`
  const isOfGroup = n % 5 === 0
  const isOnlyPage = n % 5 === 1
  const isSilent = n % 10 === 2
  const domain = isOfGroup ? `group-${n % 20}.example` : `company-${n}.example`
  const page =
    n % 2 === 0 ? `https://facebook.com/profile.php?id=${n}` : `https://directory.example/listing/company-${n}`
  return {
    kind: "company",
    id,
    identities: [`abn:${abn}`, `profile:${id}`, `website:${page}`, ...(isOnlyPage ? [] : [`domain:${domain}`])],
    record: {
      name: `Company ${n}`,
      industry: "Wine",
      ...(!isSilent && {
        abn,
        profile_url: `https://au.network.example/company/${id}`,
        // What providers store for a firm without a site of its own.
        ...(isOnlyPage ? { website: page, domain: new URL(page).hostname } : { domain })
      })
    }
  }
}

export const subjects: ReadonlyArray<Subject> = [
  ...Array.from({ length: PEOPLE }, (_, n) => person(n)),
  ...abns(COMPANIES).map((abn, n) => company(n, abn))
]

const keyOf = (kind: Subject["kind"], identity: string): string => `${kind} ${identity}`

const holders = new Map<string, Array<Subject>>()
for (const subject of subjects) {
  for (const identity of subject.identities) {
    const key = keyOf(subject.kind, identity)
    holders.set(key, [...(holders.get(key) ?? []), subject])
  }
}

export const holdersOf = (kind: Subject["kind"], identity: string): ReadonlyArray<Subject> =>
  holders.get(keyOf(kind, identity)) ?? []

/** The identity in a request field, by its exact text. */
export const identityOf = (field: string, value: string): string => {
  if (field === "profilenet_slug") return `profile:${value}`
  if (field === "profilenet_url") return `profile:${value.slice(value.lastIndexOf("/") + 1)}`
  const root = /^https:\/\/([^/?#]+)$/.exec(value)
  return field === "website" && root !== null ? `domain:${root[1]}` : `${field}:${value}`
}
