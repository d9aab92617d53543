/** Recognises the provider's paid paths in any spelling, so that API Call cannot bypass the ledger. */

export type PaidCall = "person" | "company" | "search"

const PAID: Readonly<Record<string, PaidCall>> = {
  "/enrich/person": "person",
  "/enrich/company": "company",
  "/search/people": "search"
}

/** The names of the paid operations in errors and ledger rows. */
export const OPERATIONS = { person: "enrichPerson", company: "enrichCompany", search: "searchPeople" } as const

/** @param path below the base address, in core-http's normal form for comparison */
export const paidPath = (path: string): PaidCall | undefined => PAID[path.toLowerCase()]
