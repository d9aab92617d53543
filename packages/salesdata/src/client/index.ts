export { SalesData, make, type SalesDataClient } from "./SalesData.ts"
export { defaults, type Prices, type Settings } from "./settings.ts"
export { enrichCompany, type Companies, type CompanyLookup } from "./Companies.ts"
export { enrichPerson, searchPeople, type People, type PeopleCriteria, type PersonLookup } from "./People.ts"
