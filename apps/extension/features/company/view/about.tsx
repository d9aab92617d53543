/**
 * Shown beside a company's record: first the people the user knows there, then what is free, then a people search with
 * its price.
 */
import { useEffect, useState } from "preact/hooks"

import { company as words } from "../../../locales/company.ts"
import { money } from "../../../locales/popup.ts"
import type { TabSubject } from "../../enrich/requests.ts"
import type { Tab } from "../../section.ts"
import { Traffic } from "../../site/view/traffic.tsx"
import { Code } from "./code.tsx"
import { KnownPeople } from "./known-people.tsx"

/** Reads the price of a search without sending anything. `undefined` until it is known. */
const usePrice = (tab: Tab, { plugin, account }: TabSubject): string | undefined => {
  const [price, setPrice] = useState<string>()
  useEffect(() => {
    let isHere = true
    // The price does not depend on the criteria, but a search without any has no price.
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

interface AboutProps {
  readonly tab: Tab
  readonly of: TabSubject
  readonly domain: string
  readonly now: number
  /** Whether the page is the company's own site, whose traffic the user may be able to see. */
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
      <Code send={tab.send} {...{ domain, now, onSettings, onSent }} />
      {isOnSite && <Traffic {...{ tab, onSettings }} />}
    </div>
  )
}
