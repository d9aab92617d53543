/** Lists people of a company whose records are saved: their names at once, the details when opened. */
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useState } from "preact/hooks"

import { company as words } from "../../../locales/company.ts"
import type { Send } from "../../../messaging/client.ts"
import { LinkedName } from "../../../ui/LinkedName.tsx"
import { identityOf, knownPeople, type Person } from "../known-people.ts"

/** The number of names that are shown at once. */
const MOST_NAMES = 2

const nameOf = ({ name }: Person): string => visible(name ?? words.unnamed)

const Line = ({ person }: { readonly person: Person }) => {
  const { jobTitle, profileUrl } = person
  return (
    <li>
      <LinkedName name={nameOf(person)} address={profileUrl} />
      {jobTitle !== null && <bdi class="small quiet">{visible(jobTitle)}</bdi>}
    </li>
  )
}

export const KnownPeople = ({ send, domain }: { readonly send: Send; readonly domain: string }) => {
  const [people, setPeople] = useState<ReadonlyArray<Person>>([])
  useEffect(() => {
    let isHere = true
    void knownPeople(send, domain).then((all) => (isHere ? setPeople(all) : undefined))
    return () => {
      isHere = false
    }
  }, [send, domain])
  if (people.length === 0) return null
  return (
    <details class="company-people">
      <summary>
        {words.people(people.length)}
        <span class="small quiet">
          {words.names(people.slice(0, MOST_NAMES).map(nameOf), people.length > MOST_NAMES)}
        </span>
      </summary>
      <ul class="people-list">
        {people.map((person) => (
          <Line key={identityOf(person)} person={person} />
        ))}
      </ul>
    </details>
  )
}
