/** Whom a page is about, and what looking them up costs. The people are invented. */
import type { Offer, Payer, Price } from "../../features/enrich/requests.ts"
import type { Subject } from "../../messaging/subject.ts"

export const NOW = Date.parse("2026-11-21T03:00:00Z")

export const person: Subject = { kind: "person", name: "mia-nguyen-4b2a19", key: "person:mia-nguyen-4b2a19" }
export const company: Subject = { kind: "company", name: "kauri-foods", key: "company:kauri-foods" }
export const site: Subject = { kind: "site", name: "kaurifoods.co.nz", key: "site:kaurifoods.co.nz" }
export const mail: Subject = { kind: "site", name: "google.com", key: "site:google.com" }
export const price: Price = { upTo: 2, spentToday: 13, cap: { kind: "day", limit: 50, left: 37 } }
export const payer: Payer = { plugin: "salesdata", account: "default", names: ["default"] }
/** The lookup of a subject, as it is offered. */
export const offerOf = (subject: Subject): Offer => ({ subject, price, payer })
/** Under a run cap of 20 that leaves less than the day's. */
export const sessionPrice = (remaining: number): Price => ({
  ...price,
  cap: { kind: "run", limit: 20, left: remaining }
})
