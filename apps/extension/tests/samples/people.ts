/** A person of whom nothing is known. */
import type { Person } from "@inlay/salesdata/schema/Person"

export const unknownPerson: Person = {
  name: null,
  jobTitle: null,
  seniority: null,
  department: null,
  emails: [],
  phones: [],
  company: null,
  location: null,
  profileUrl: null
}
