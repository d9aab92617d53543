import type * as en from "../en/shared.ts"
import { number, plural } from "./plural.ts"

export const credits: typeof en.credits = (count) =>
  plural(count, { one: `${number(count)} Credit`, other: `${number(count)} Credits` })

const span = {
  day: "heute",
  run: "in dieser Sitzung",
  hubRun: "seit dem Start des Hubs",
  principal: "heute für diesen Browser"
} as const

export const money: typeof en.money = {
  charged: (count) => (count === "unknown" ? "Kosten unbekannt" : credits(count)),
  costs: (upTo) => (upTo === null ? "Preis nicht bekannt" : `Kostet höchstens ${credits(upTo)}`),
  short: (upTo) => (upTo === null ? "Preis nicht bekannt" : credits(upTo)),
  left: ({ kind, limit, left }) => `Noch ${number(Math.max(0, left))} von ${number(limit)} ${span[kind]}`,
  leftShort: ({ kind, left }) => `noch ${number(Math.max(0, left))} ${span[kind]}`,
  spent: (count) => `${number(count)} heute ausgegeben`
}

export const kind: typeof en.kind = {
  person: "Person",
  company: "Unternehmen",
  site: "Website des Unternehmens"
}
