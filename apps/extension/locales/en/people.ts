/** A people search, started from a person's or a company's result. */
import { number, plural } from "./plural.ts"

export const people = {
  field: { position: "Position", seniority: "Seniority", department: "Department", company: "Company" },
  search: (cost: string) => `Search · ${cost}`,
  nextPage: (cost: string) => `Next page · ${cost}`,
  unnamed: "No name",
  noPrice: "The account has no price for a search, so its cap blocks it. Enter the price in the settings.",
  overCap: "A search could exceed the cap.",
  /** Of a search that a popup made before it closed. */
  earlier: "searched before, not charged again",
  found: (count: number, total: number | null, charged: string) =>
    `${total === null || total <= count ? plural(count, { one: "1 person", other: `${number(count)} people` }) : `${number(count)} of ${number(total)} people`} · ${charged}`
} as const
