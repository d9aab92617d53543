/** Words that more than one place shows. */
import { plural } from "./plural.ts"

export const credits = (count: number): string => plural(count, { one: `${count} credit`, other: `${count} credits` })

/** Of the UTC day, of one run (the browser's session), or of this browser's UTC day at the hub. */
interface Cap {
  readonly kind: "day" | "run" | "principal"
  readonly limit: number
  readonly left: number
}

const span = { day: "today", run: "in this session", principal: "today for this browser" } as const

export const money = {
  charged: (count: number | "unknown") => (count === "unknown" ? "Charge unknown" : credits(count)),
  costs: (upTo: number | null) => (upTo === null ? "Price not known" : `Costs up to ${credits(upTo)}`),
  short: (upTo: number | null) => (upTo === null ? "price not known" : credits(upTo)),
  left: ({ kind, limit, left }: Cap) => `${Math.max(0, left)} of ${limit} left ${span[kind]}`,
  leftShort: ({ kind, left }: Cap) => `${Math.max(0, left)} left ${span[kind]}`,
  spent: (count: number) => `${count} spent today`
} as const

export const kind = { person: "Person", company: "Company", site: "Company’s site" } as const

/** What a page is, where it is a web application. */
export const application = {
  mail: "Mail",
  calendar: "Calendar",
  customers: "Customer management",
  documents: "Documents and projects",
  search: "Search and reference",
  code: "Code host",
  chat: "Chat and meetings",
  social: "Social network",
  maps: "Maps",
  bank: "Banking and payments",
  market: "Marketplace or directory",
  media: "Media and news",
  assistant: "AI assistant",
  administration: "Administration and sign-in",
  general: "Web application"
} as const
