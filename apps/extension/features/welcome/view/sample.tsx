/** A result as the popup shows it, about an invented person. Nothing is sent and nothing costs. */
import { personCard } from "@inlay/salesdata/card"
import type { Person } from "@inlay/salesdata/schema/Person"

import { welcome as words } from "../../../locales/welcome.ts"
import type { Send } from "../../../messaging/client.ts"
import { Result } from "../../enrich/view/outcome/result.tsx"

/** As a provider might describe her. */
const samplePerson: Person = {
  name: "Ada Sample",
  jobTitle: "Head of Procurement",
  seniority: "Head",
  department: "Procurement",
  emails: [{ value: "ada.sample@harbour-foods.example", kind: "work", status: "verified" }],
  phones: [
    { value: "+61 2 5550 0117", kind: "direct", doNotCall: null },
    { value: "+61 491 570 156", kind: "mobile", doNotCall: true }
  ],
  company: { name: "Harbour Foods", domain: "harbour-foods.example", abn: null, profileUrl: null },
  location: "Sydney, Australia",
  profileUrl: null
}

const SUBJECT = { kind: "person", name: "ada-sample", key: "person:ada-sample" } as const

/** Does not ask the worker: paid requests answer that no account is connected. */
const send: Send = () =>
  Promise.resolve({ ok: false, error: { what: "", reason: "Unauthorized", own: { is: "notConnected" } } })

export const Sample = ({ now, onSettings }: { readonly now: number; readonly onSettings: () => void }) => {
  const card = personCard({
    match: true,
    record: samplePerson,
    raw: null,
    matchedOn: ["profilenet_url"],
    credits: { charged: 0, basis: "price" },
    fetchedAt: new Date(now).toISOString(),
    fromCache: false
  })
  if (card === undefined) return null
  return (
    <>
      <p class="sample-note">{words.sampleNote}</p>
      <Result
        outcome={{
          state: "match",
          subject: SUBJECT,
          card,
          record: { of: "person", fields: samplePerson },
          charged: 0,
          matchedOn: ["profilenet_url"],
          inPage: "here"
        }}
        offer={{
          subject: SUBJECT,
          price: { upTo: null, spentToday: 0, cap: null },
          payer: { plugin: "salesdata", account: "sample", names: ["sample"] }
        }}
        tab={{ address: "", tabId: -1, send }}
        now={now}
        shell={{ isFirst: true, onSettings, onAccount: () => undefined }}
      />
      <p class="sample-next">
        <a class="button primary" href="/options.html">
          {words.connect}
        </a>
      </p>
    </>
  )
}
