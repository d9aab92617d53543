import { useEffect, useState } from "preact/hooks"

import { company as words } from "../../../locales/company.ts"
import { money } from "../../../locales/popup.ts"
import type { TabSubject } from "../../enrich/requests.ts"
/** What stands beside a company's record: whom the user knows there, then what is free, then a search at its price. */
import type { Tab } from "../../section.ts"
import { Traffic } from "../../site/view/traffic.tsx"
import { Code } from "./code.tsx"
import { KnownPeople } from "./known-people.tsx"

/** What a search costs; nothing is sent to know it. `undefined` until it is known. */
const usePrice = (tab: Tab, { plugin, account }: TabSubject): string | undefined => {
  const [price, setPrice] = useState<string>()
  useEffect(() => {
    let isHere = true
    // What a search costs does not hang on whom it is for, but one for nobody has no price.
    const criteria = { position: "-", seniority: "", department: "", company: "" }
    void tab
      .send("peoplePrice", { plugin, account, ...criteria })
      .then((reply) => (isHere && reply.ok ? setPrice(money.costs(reply.output.upTo)) : undefined))
    return () => {
      isHere = false
    }
  }, [tab.send, plugin, account])
  return price
}

export interface AboutProps {
  readonly tab: Tab
  readonly of: TabSubject
  readonly domain: string
  readonly now: number
  /** On the company's own site, whose traffic may be the user's to see. */
  readonly isOnSite: boolean
  readonly onSettings: () => void
  readonly onPeople: () => void
  readonly onSent: () => void
}

export const About = ({ tab, of, domain, now, isOnSite, onSettings, onPeople, onSent }: AboutProps) => {
  const price = usePrice(tab, of)
  return (
    <div class="company">
      <div class="section-head">
        <h2 class="section-title">{words.peopleTitle}</h2>
      </div>
      <KnownPeople send={tab.send} domain={domain} />
      <button type="button" class="company-find" onClick={onPeople}>
        {words.findPeople}
        {price !== undefined && <span class="small quiet">{price}</span>}
      </button>
      <Code send={tab.send} {...{ domain, now, onSent }} />
      {isOnSite && <Traffic {...{ tab, onSettings }} />}
    </div>
  )
}
