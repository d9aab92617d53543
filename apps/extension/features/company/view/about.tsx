/**
 * Shown beside a company's record: first the people the user knows there, then what is free, then a people search with
 * its price.
 */
import { company as words } from "../../../locales/company.ts"
import { money } from "../../../locales/popup.ts"
import { useReply } from "../../../ui/use-stored.ts"
import type { TabSubject } from "../../enrich/requests.ts"
import type { Tab } from "../../section.ts"
import { Traffic } from "../../site/view/traffic.tsx"
import { Code } from "./code.tsx"
import { KnownPeople } from "./known-people.tsx"

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
  const { plugin, account } = of
  const { output: price } = useReply(tab.send, "peoplePrice", { plugin, account })
  return (
    <div class="company">
      <div class="section-head">
        <h2 class="section-title">{words.peopleTitle}</h2>
      </div>
      <KnownPeople send={tab.send} domain={domain} />
      <button type="button" class="company-find" onClick={onPeople}>
        {words.findPeople}
        {price !== undefined && <span class="small quiet">{money.costs(price.upTo)}</span>}
      </button>
      <Code send={tab.send} {...{ domain, now, onSettings, onSent }} />
      {isOnSite && <Traffic {...{ tab, onSettings }} />}
    </div>
  )
}
