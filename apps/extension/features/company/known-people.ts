/** Finds people of a company whose records are saved in this browser. Sends nothing. */
import type { Send } from "../../messaging/client.ts"
import type { SalesRecord } from "../enrich/requests.ts"
import { readHistory } from "../history/read.ts"
import type { HistoryRow } from "../history/requests.ts"

const PLUGIN = "salesdata"

export type Person = Extract<SalesRecord, { readonly of: "person" }>["fields"]

const bare = (domain: string): string => domain.toLowerCase().replace(/^www\./, "")

/** Whether a record says that a person is with a company: by the company's domain, or by an email address there. */
export const isWith = ({ company, emails }: Pick<Person, "company" | "emails">, domain: string): boolean => {
  const bareDomain = bare(domain)
  if (company?.domain != null && bare(company.domain) === bareDomain) return true
  return emails.some(({ value }) => value.toLowerCase().endsWith(`@${bareDomain}`))
}

/** Equal for two records of one person. */
export const identityOf = ({ profileUrl, name, emails }: Person): string =>
  profileUrl ?? `${name} ${emails[0]?.value ?? ""}`

/** From all accounts of this browser, each person once. */
export const knownPeople = async (send: Send, domain: string): Promise<ReadonlyArray<Person>> => {
  const accounts = await send("accounts", {})
  if (!accounts.ok) return []
  const own = accounts.output.accounts.filter(({ plugin, closed }) => plugin === PLUGIN && closed === undefined)
  const rows = new Map<string, ReadonlyArray<HistoryRow>>()
  const readAccount = (account: string) =>
    readHistory(send, { plugin: PLUGIN, account }, (all) => {
      rows.set(account, all)
      return true
    })
  await Promise.all(own.map(({ account }) => readAccount(account)))
  const people = [...rows.values()].flat().flatMap(({ record }) => (record.of === "person" ? [record.fields] : []))
  const byIdentity = new Map(people.filter((person) => isWith(person, domain)).map((one) => [identityOf(one), one]))
  return [...byIdentity.values()]
}
