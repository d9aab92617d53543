/** Shows a match: contacts first, then the company, the user's own note, and the cost of all of it. */
import { CardView } from "@inlay/ui/CardView"
import { useCopying } from "@inlay/ui/copying"
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useRef, useState } from "preact/hooks"

import { number, recordText, result as words } from "../../../../locales/result.ts"
import { cardIn } from "../../../../ui/text/card-in.ts"
import type { About as AboutView } from "../../../company/view/about.tsx"
import { NoteView } from "../../../notes/view/note.tsx"
import type { People as PeopleView } from "../../../people/view/people.tsx"
import type { Tab } from "../../../section.ts"
import type { Consent, Offer, Outcome, AnswerPlace } from "../../requests.ts"
import { Frame, type PaidShell } from "../parts/frame.tsx"
import { Employer, useEmployer } from "./employer.tsx"
import { Foot } from "./foot.tsx"

const CARD_WORDS = { copy: words.copy, copied: words.copied, sourceOf: words.sourceOf, more: words.moreRows, number }

interface ResultProps {
  readonly outcome: Extract<Outcome, { readonly state: "match" }>
  readonly offer: Offer
  readonly tab: Tab
  readonly now: number
  readonly shell: PaidShell
  /** Asks again. Like `forget` and `onLook`, absent for a record about somebody else than the page's subject. */
  readonly onAsk?: (consent: Consent, place: AnswerPlace) => void
  readonly forget?: (say: (credits: number) => string) => void
  /** Looks at the page again. Free. */
  readonly onLook?: () => void
}

/** The domain by which a company's people and code are looked up. */
const companyDomain = ({ subject, record }: ResultProps["outcome"]): string | undefined => {
  if (record.of !== "company") return undefined
  return subject.kind === "site" ? subject.name : (record.fields.domain ?? undefined)
}

export const Result = ({ outcome, offer, tab, now, shell, onAsk, forget, onLook }: ResultProps) => {
  const { subject, record } = outcome
  const card = cardIn(outcome.card, recordText)
  const copying = useCopying(words.copyFailed)
  const isAnnounced = useRef(false)
  if (copying.said !== "") isAnnounced.current = true
  const [showSources, setShowSources] = useState(false)
  const [isWriting, setWriting] = useState(false)
  const [People, setPeople] = useState<typeof PeopleView>()
  const [About, setAbout] = useState<typeof AboutView>()
  const [isCodeHostTold, setCodeHostTold] = useState(false)
  const { plugin, account } = offer.payer
  const ref = { plugin, account, tabId: tab.tabId, link: tab.link, subject: subject.key }
  const employer = useEmployer(tab.send, record.of === "person" && onAsk !== undefined ? ref : undefined)
  const domain = companyDomain(outcome)
  const isCompany = domain !== undefined && onAsk !== undefined
  useEffect(() => {
    if (isCompany) void import("../../../company/view/about.tsx").then((module) => setAbout(() => module.About))
  }, [isCompany])
  const loadPeople = () =>
    void import("../../../people/view/people.tsx").then((module) => setPeople(() => module.People))
  // The company's own record replaces the section that the person's record has about it.
  const companySection = record.of === "person" ? card.sections.at(-1) : undefined
  const isOfCompany = (title: string) => title !== "" && title === companySection?.title && title !== recordText("Role")
  const sections = employer.isMatch ? card.sections.filter(({ title }) => !isOfCompany(title)) : card.sections
  const isReachable = record.of === "company" || record.fields.emails.length + record.fields.phones.length > 0
  return (
    <Frame
      title={visible(card.title)}
      {...(card.subtitle !== "" && { subtitle: visible(card.subtitle) })}
      hint={subject.name}
      focusTitle
      shell={shell}
    >
      <div class="result">
        {!isReachable && <p class="small quiet">{words.noContacts}</p>}
        <CardView
          card={{ ...card, sections }}
          beside={({ title }) =>
            isOfCompany(title) ? (
              <Employer.Offer {...employer} onSettings={shell.onSettings} onPage={() => onLook?.()} />
            ) : undefined
          }
          {...{ showSources, copying }}
          words={CARD_WORDS}
        />
        <Employer.Record {...employer} {...{ showSources, copying }} words={CARD_WORDS} />
        {About !== undefined && domain !== undefined && (
          <About
            {...{ tab, domain, now }}
            of={ref}
            isOnSite={subject.kind === "site"}
            onSettings={shell.onSettings}
            onPeople={loadPeople}
            onSent={() => setCodeHostTold(true)}
          />
        )}
        {onAsk !== undefined && (
          <NoteView send={tab.send} of={ref} isWriting={isWriting} onDone={() => setWriting(false)} />
        )}
        {People !== undefined && <People send={tab.send} of={ref} record={record} onSettings={shell.onSettings} />}
      </div>
      <Foot
        answered={{ ...outcome, card }}
        {...{ offer, now, copying, showSources, inPage: outcome.inPage }}
        onSources={() => setShowSources(!showSources)}
        onSettings={shell.onSettings}
        {...(tab.isBeside !== true && { onShowInPage: () => onAsk?.("free", "page") })}
        onRefresh={() => onAsk?.("refresh", "popup")}
        onNote={() => setWriting(true)}
        onPeople={loadPeople}
        {...(isCompany && { sentTo: Number(!card.fromCache) + Number(isCodeHostTold) })}
        onHistory={() => void chrome.tabs.create({ url: chrome.runtime.getURL("/saved.html") })}
        {...(forget !== undefined && { forget })}
      />
      <p class="unseen" role="status">
        {isAnnounced.current ? copying.said : words.found(visible(card.title))}
      </p>
    </Frame>
  )
}
