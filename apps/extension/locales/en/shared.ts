/** Words that more than one place shows. */
export const credits = (count: number): string => (count === 1 ? "1 credit" : `${count} credits`)

export const money = {
  charged: (count: number | "unknown") => (count === "unknown" ? "Charge unknown" : credits(count)),
  costs: (upTo: number | null) => (upTo === null ? "Price not known" : `Costs up to ${credits(upTo)}`),
  left: (left: number, cap: number) => `${left} of ${cap} left today`,
  leftShort: (left: number) => `${left} left today`,
  spent: (count: number) => `${count} spent today`
} as const

export const kind = { person: "Person", company: "Company", site: "Company’s site" } as const
