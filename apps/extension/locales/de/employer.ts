import type * as en from "../en/employer.ts"
import type { Words } from "../words.ts"

export const employer: Words<typeof en.employer> = {
  enrich: (cost) => `Unternehmen anreichern · ${cost}`,
  overCap: "Über dem Limit",
  noMatch: (charged) => `Kein Treffer · ${charged}`,
  another: (name, charged) => `Antwort betrifft ${name} · ${charged}`,
  trade: "Branche und Ort",
  field: { name: "Name", domain: "Domain", abn: "ABN" },
  differs: (field, ofPerson, ofCompany) =>
    `${field}: ${ofPerson} laut Datensatz der Person, ${ofCompany} laut dem des Unternehmens.`
}
