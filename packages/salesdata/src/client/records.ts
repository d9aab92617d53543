/** The types that the client's methods take and return. */
export type { Company } from "../schema/Company.ts"
export type { CompanyLookup } from "../schema/CompanyLookup.ts"
export type { Enrichment } from "../schema/Enrichment.ts"
export type { PeopleCriteria } from "../schema/PeopleCriteria.ts"
export type { Email, Person, Phone } from "../schema/Person.ts"
export type { PersonLookup } from "../schema/PersonLookup.ts"
export type { FoundPerson, Search } from "../schema/Search.ts"
