/** A result as the popup shows it, about an invented person. Nothing is sent and nothing costs. */
import { personCard } from "@inlay/salesdata/card"

import { welcome as words } from "../../../locales/welcome.ts"
import type { Send } from "../../../messaging/client.ts"
import { Result } from "../../enrich/view/outcome/result.tsx"
import { samplePerson } from "../sample.ts"

const SUBJECT = { kind: "person", name: "ada-sample", key: "person:ada-sample" } as const

/** Does not ask the worker: paid requests answer that no account is connected. */
const send = (() =>
  Promise.resolve({
    ok: false,
    error: { what: "", reason: "Unauthorized", own: { is: "notConnected" } }
  })) as unknown as Send

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
        shell={{ place: "first", onSettings, onAccount: () => undefined }}
      />
      <p class="sample-next">
        <a class="button primary" href="/options.html">
          {words.connect}
        </a>
      </p>
    </>
  )
}
