import type * as en from "../en/people.ts"
import type { Words } from "../words.ts"
import { number, plural } from "./plural.ts"

export const people: Words<typeof en.people> = {
  field: { position: "Position", seniority: "Karrierestufe", department: "Abteilung", company: "Unternehmen" },
  search: (cost) => `Suchen · ${cost}`,
  nextPage: (cost) => `Nächste Seite · ${cost}`,
  unnamed: "Ohne Namen",
  noPrice:
    "Das Konto nennt keinen Preis für eine Suche, deshalb verweigert sein Limit sie: Tragen Sie den Preis in den Einstellungen ein.",
  overCap: "Eine Suche könnte das Limit überschreiten.",
  earlier: "zuvor gesucht, nicht erneut berechnet",
  found: (count, total, charged) =>
    `${
      total === null || total <= count
        ? plural(count, { one: "1 Person", other: `${number(count)} Personen` })
        : `${number(count)} von ${number(total)} Personen`
    } · ${charged}`
}
