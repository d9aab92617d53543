/** The company of a person, beside the person's record. */
export const employer = {
  enrich: (cost: string) => `Enrich company · ${cost}`,
  asking: "Asking the provider…",
  overCap: "Past the cap",
  noMatch: (charged: string) => `No match · ${charged}`,
  another: (name: string, charged: string) => `Answered about ${name} · ${charged}`,
  trade: "Trade and place",
  field: { name: "Name", domain: "Domain", abn: "ABN" },
  differs: (field: string, ofPerson: string, ofCompany: string) =>
    `${field}: ${ofPerson} by the person’s record, ${ofCompany} by the company’s own.`
} as const
