/** An invented person, as a provider might describe her. The sample profile shows her without an account. */
import type { Person } from "@inlay/salesdata/schema/Person"

export const samplePerson: Person = {
  name: "Ada Sample",
  jobTitle: "Head of Procurement",
  seniority: "Head",
  department: "Procurement",
  emails: [{ value: "ada.sample@harbour-foods.example", kind: "work", status: "verified" }],
  phones: [
    { value: "+61 2 5550 0117", kind: "direct", doNotCall: null },
    { value: "+61 491 570 156", kind: "mobile", doNotCall: true }
  ],
  company: { name: "Harbour Foods", domain: "harbour-foods.example", abn: null, profileUrl: null },
  location: "Sydney, Australia",
  profileUrl: null
}
