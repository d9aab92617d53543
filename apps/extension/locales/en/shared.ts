/** Words that more than one place shows. */
export const credits = (count: number): string => (count === 1 ? "1 credit" : `${count} credits`)

/** Of the UTC day, or of one run: the browser's session. */
interface Cap {
  readonly kind: "day" | "run"
  readonly limit: number
  readonly left: number
}

const span = { day: "today", run: "in this session" } as const

export const money = {
  charged: (count: number | "unknown") => (count === "unknown" ? "Charge unknown" : credits(count)),
  costs: (upTo: number | null) => (upTo === null ? "Price not known" : `Costs up to ${credits(upTo)}`),
  left: ({ kind, limit, left }: Cap) => `${Math.max(0, left)} of ${limit} left ${span[kind]}`,
  leftShort: ({ kind, left }: Cap) => `${Math.max(0, left)} left ${span[kind]}`,
  spent: (count: number) => `${count} spent today`
} as const

export const kind = { person: "Person", company: "Company", site: "Company’s site" } as const
