/** The company of a person, beside the person's record. */
export const employer = {
  enrich: (cost: string) => `Enrich company · ${cost}`,
  overCap: "Over the cap",
  noMatch: (charged: string) => `No match · ${charged}`,
  another: (name: string, charged: string) => `Answered about ${name} · ${charged}`,
  trade: "Industry and place",
  field: { name: "Name", domain: "Domain", abn: "ABN" },
  differs: (field: string, ofPerson: string, ofCompany: string) =>
    `${field}: ${ofPerson} in the person's record, ${ofCompany} in the company's.`
} as const
