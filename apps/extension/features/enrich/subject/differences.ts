/** Finds where a person's record and their company's own record disagree about the company. Pure. */
import type { Difference, SalesRecord } from "../requests.ts"

const FORMS: Readonly<Record<Difference["field"], (text: string) => string>> = {
  // Legal forms and punctuation do not make a different name.
  name: (text) =>
    text
      .toLowerCase()
      .replace(/\b(?:pty|ltd|limited|inc|llc|plc|co|corp|corporation|company|group|the)\b/g, "")
      .replace(/[^\p{L}\p{N}]/gu, ""),
  domain: (text) => text.toLowerCase().replace(/^www\./, ""),
  abn: (text) => text.replace(/\D/g, "")
}

export const differencesOf = (person: SalesRecord, company: SalesRecord): ReadonlyArray<Difference> => {
  if (person.of !== "person" || company.of !== "company") return []
  return (["name", "domain", "abn"] as const).flatMap((field) => {
    const [ofPerson, ofCompany] = [person.fields.company?.[field] ?? null, company.fields[field]]
    if (ofPerson === null || ofCompany === null) return []
    const form = FORMS[field]
    return form(ofPerson) === form(ofCompany) ? [] : [{ field, ofPerson, ofCompany }]
  })
}
