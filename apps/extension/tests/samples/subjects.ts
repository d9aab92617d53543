/** Sample subjects of pages, and the prices of looking them up. The people are invented. */
import type { Offer, Payer, Price } from "../../features/enrich/requests.ts"
import type { Subject } from "../../messaging/subject.ts"

export const NOW = Date.parse("2026-11-21T03:00:00Z")

export const person: Subject = { kind: "person", name: "mia-nguyen-4b2a19", key: "person:mia-nguyen-4b2a19" }
export const company: Subject = { kind: "company", name: "kauri-foods", key: "company:kauri-foods" }
export const site: Subject = { kind: "site", name: "kaurifoods.co.nz", key: "site:kaurifoods.co.nz" }
export const mail: Subject = { kind: "site", name: "google.com", key: "site:google.com" }
export const price: Price = { upTo: 2, spentToday: 13, cap: { kind: "day", limit: 50, left: 37 } }
export const payer: Payer = { plugin: "salesdata", account: "default", names: ["default"] }
/** The offer of a subject's lookup. */
export const offerOf = (subject: Subject): Offer => ({ subject, price, payer })
/** A price under a run cap of 20, which leaves less than the day cap. */
export const sessionPrice = (remaining: number): Price => ({
  ...price,
  cap: { kind: "run", limit: 20, left: remaining }
})
/** A price under a run cap of the hub. */
export const hubRunPrice = (remaining: number): Price => ({
  ...price,
  cap: { kind: "hubRun", limit: 20, left: remaining }
})
