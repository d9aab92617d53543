/** Texts that more than one place shows. */
import { number, plural } from "./plural.ts"

export const credits = (count: number): string =>
  plural(count, { one: `${number(count)} credit`, other: `${number(count)} credits` })

/**
 * A cap for the UTC day, for the browser session (a run), for the hub's process (`hubRun`), or for this browser's UTC
 * day at the hub (`principal`).
 */
export type Cap = {
  readonly kind: "day" | "run" | "hubRun" | "principal"
  readonly limit: number
  readonly left: number
}

const span = {
  day: "today",
  run: "in this session",
  hubRun: "since the hub started",
  principal: "today for this browser"
} as const

export const money = {
  charged: (count: number | "unknown") => (count === "unknown" ? "Charge unknown" : credits(count)),
  costs: (upTo: number | null) => (upTo === null ? "Price not known" : `Costs up to ${credits(upTo)}`),
  short: (upTo: number | null) => (upTo === null ? "price not known" : credits(upTo)),
  left: ({ kind, limit, left }: Cap) => `${number(Math.max(0, left))} of ${number(limit)} left ${span[kind]}`,
  leftShort: ({ kind, left }: Cap) => `${number(Math.max(0, left))} left ${span[kind]}`,
  spent: (count: number) => `${number(count)} spent today`
}

export const kind = { person: "Person", company: "Company", site: "Company's site" }
