/** The provider's paid paths, recognised however they are written, so that an API Call cannot buy past the ledger. */

export type Paid = "person" | "company" | "search"

const PAID: Readonly<Record<string, Paid>> = {
  "/enrich/person": "person",
  "/enrich/company": "company",
  "/search/people": "search"
}

/** @param path below the base address, without its query, already accepted by the endpoint guard */
export const paidPath = (path: string): Paid | undefined => {
  let plain = path
  // The guard has refused malformed and deeply nested encodings.
  for (let round = 0; round < 5 && plain.includes("%"); round++) {
    try {
      plain = decodeURIComponent(plain)
    } catch {
      break
    }
  }
  const segments = plain
    .toLowerCase()
    .split("/")
    .map((segment) => segment.split(";", 1)[0]?.trim())
  return PAID[segments.join("/").replace(/\/+$/, "")]
}
