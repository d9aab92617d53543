/** What is known of a company besides its record: people, code. */
import { list, number, plural } from "./plural.ts"

export const company = {
  peopleTitle: "People",
  people: (count: number) =>
    plural(count, {
      one: "1 person you already know here",
      other: `${number(count)} people you already know here`
    }),
  names: (names: ReadonlyArray<string>, more: boolean) => (more ? `${names.join(", ")}, …` : list(names)),
  unnamed: "No name",
  findPeople: "Find people by role…",

  code: "Code",
  lookForCode: "Look for their code",
  lookForCodeHelp: (name: string, account: string) => `Free. Sends the name ${name} to the code host, as ${account}.`,
  looking: "Asking the code host…",
  noCode: (name: string, domain: string) => `No organisation ${name} there lists ${domain} as its domain.`,
  repositories: (login: string, count: number) =>
    `${login}: ${plural(count, { one: "1 public repository", other: `${number(count)} public repositories` })}`,
  pushed: (when: string) => `last push ${when}`,
  notTheirs: "Not theirs?",
  refused: "You said that this name at the code host is not theirs.",
  takeBack: "Look again",

  sent: (services: number) =>
    services === 0
      ? "Nothing was sent just now"
      : plural(services, { one: "Sent: the domain, to 1 service", other: `Sent: the domain, to ${services} services` })
}
