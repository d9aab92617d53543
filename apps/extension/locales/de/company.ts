import type * as en from "../en/company.ts"
import { list, number, plural } from "./plural.ts"

export const company: typeof en.company = {
  peopleTitle: "Personen",
  people: (count) =>
    plural(count, {
      one: "1 Person, die Sie hier schon kennen",
      other: `${number(count)} Personen, die Sie hier schon kennen`
    }),
  names: (names, more) => (more ? `${names.join(", ")}, …` : list(names)),
  unnamed: "Ohne Namen",
  findPeople: "Personen nach Rolle suchen …",

  code: "Code",
  lookForCode: "Nach ihrem Code suchen",
  lookForCodeHelp: (name, account) =>
    `Kostenlos. Sendet den Namen ${name} mit dem Konto ${account} an die Code-Plattform.`,
  looking: "Die Code-Plattform wird gefragt …",
  noCode: (name, domain) => `Dort gibt es keine Organisation ${name}, die ${domain} als ihre eigene Domain nennt.`,
  repositories: (login, count) =>
    `${login}: ${plural(count, { one: "1 öffentliches Repository", other: `${number(count)} öffentliche Repositorys` })}`,
  pushed: (when) => `letzter Push ${when}`,
  notTheirs: "Nicht ihrer?",
  refused: "Sie haben angegeben, dass der Name auf der Code-Plattform jemand anderem gehört.",
  takeBack: "Noch einmal suchen",

  sent: (services) =>
    services === 0
      ? "Gerade eben wurde nichts gesendet"
      : plural(services, {
          one: "Gesendet: die Domain, an 1 Dienst",
          other: `Gesendet: die Domain, an ${number(services)} Dienste`
        })
}
