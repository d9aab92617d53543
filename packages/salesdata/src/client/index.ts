export { SalesData, make, type SalesDataClient } from "./SalesData.ts"
export { defaults, type Prices, type Settings } from "./settings.ts"
export type { CompanyLookup } from "./Companies.ts"
export type { PeopleCriteria, PersonLookup } from "./People.ts"
