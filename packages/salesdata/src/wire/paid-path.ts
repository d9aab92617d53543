/** The provider's paid paths, recognised however they are written, so that an API Call cannot buy past the ledger. */

export type PaidCall = "person" | "company" | "search"

const PAID: Readonly<Record<string, PaidCall>> = {
  "/enrich/person": "person",
  "/enrich/company": "company",
  "/search/people": "search"
}

/** @param path as core-http's client gives it: below the base address, in the form to compare */
export const paidPath = (path: string): PaidCall | undefined => PAID[path.toLowerCase()]
