/** Searches for people like this one, or by role at this company: criteria and price first, then the people found. */
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useRef, useState } from "preact/hooks"

import { money } from "../../../locales/popup.ts"
import { people as words, result } from "../../../locales/result.ts"
import type { Send } from "../../../messaging/client.ts"
import type { Requests } from "../../../messaging/contract.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { LinkedName } from "../../../ui/LinkedName.tsx"
import { mend } from "../../../ui/mend.ts"
import { problemText } from "../../../ui/text/problem.ts"
import type { Price, SalesRecord, TabSubject } from "../../enrich/requests.ts"
import { overCap } from "../../enrich/subject/price.ts"
import { lastSearch, onPage } from "../last-search.ts"
import type { Criteria, PersonLine } from "../requests.ts"

type Answer = { readonly at: "rest" } | { readonly at: "asking" } | { readonly at: "failed"; readonly error: Failure }

type Pages = Requests["people"]["output"]

/** The people and the cost of a page together with those of the pages before it. */
const together = (before: Pages, page: Pages): Pages => ({
  ...page,
  people: [...before.people, ...page.people],
  charged: before.charged === "unknown" || page.charged === "unknown" ? "unknown" : before.charged + page.charged
})

const FIELDS = ["position", "seniority", "department", "company"] as const

/** For a person, searches their position at any company; for a company, its people by role. */
const criteriaOf = (record: SalesRecord): Criteria =>
  record.of === "person"
    ? {
        position: record.fields.jobTitle ?? "",
        seniority: record.fields.jobTitle === null ? (record.fields.seniority ?? "") : "",
        department: record.fields.jobTitle === null ? (record.fields.department ?? "") : "",
        company: ""
      }
    : { position: "", seniority: "", department: "", company: record.fields.name ?? "" }

const Line = ({ name, title, company, location, profileUrl }: PersonLine) => {
  return (
    <li>
      <LinkedName name={visible(name ?? words.unnamed)} address={profileUrl} />
      <span class="small quiet">{visible([title, company, location].filter((part) => part !== null).join(" · "))}</span>
    </li>
  )
}

export const People = (props: {
  readonly send: Send
  readonly of: TabSubject
  readonly record: SalesRecord
  readonly onSettings: () => void
}) => {
  const { send, record, onSettings } = props
  const { plugin, account, subject } = props.of
  const [criteria, setCriteria] = useState(() => criteriaOf(record))
  const [price, setPrice] = useState<Price>()
  const [answer, setAnswer] = useState<Answer>({ at: "rest" })
  const [pages, setPages] = useState<Pages>()
  const [isEarlier, setIsEarlier] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const section = useRef<HTMLElement>(null)
  const isEmpty = FIELDS.every((field) => criteria[field].trim() === "")
  const isHere = useRef(true)
  const hasSearched = useRef(false)
  const isTyped = useRef(false)
  /** Shows what was bought by a popup that has closed since. */
  const showEarlier = async () => {
    const [start, ...others] = await lastSearch({ plugin, account, subject })
    if (start === undefined || !isHere.current || hasSearched.current) return
    const { position, seniority, department, company } = start.input
    if (!isTyped.current) setCriteria({ position, seniority, department, company })
    setPages(others.reduce((before, { output }) => together(before, output), start.output))
    setIsEarlier(true)
  }
  const readPrice = async () => {
    setAnswer({ at: "rest" })
    // The price does not depend on the criteria, but a search without any has no price.
    const some = isEmpty ? { ...criteria, position: "-" } : criteria
    const reply = await send("peoplePrice", { plugin, account, ...some })
    if (!isHere.current) return
    if (reply.ok) setPrice(reply.output)
    else setAnswer({ at: "failed", error: reply.error })
  }
  useEffect(() => {
    first.current?.focus({ preventScroll: true })
    const frame = requestAnimationFrame(() => section.current?.scrollIntoView({ block: "nearest" }))
    void readPrice()
    void showEarlier()
    const stopListening = onPage(() => void showEarlier())
    return () => {
      isHere.current = false
      cancelAnimationFrame(frame)
      stopListening()
    }
  }, [])
  /** @param before the pages that are shown, if the next one is asked for */
  const search = async (before?: Pages) => {
    hasSearched.current = true
    setAnswer({ at: "asking" })
    setPages(before)
    const next = before?.next
    const reply = await send("people", {
      plugin,
      account,
      subject,
      upTo: price?.upTo ?? null,
      hub: price?.hub,
      ...criteria,
      ...(next && { next })
    })
    setIsEarlier(false)
    // The price has risen: the button reads it again.
    if (!reply.ok && reply.error.guard === "price") setPrice(undefined)
    setAnswer(reply.ok ? { at: "rest" } : { at: "failed", error: reply.error })
    if (reply.ok) setPages(before === undefined ? reply.output : together(before, reply.output))
  }
  const cost = price === undefined ? "…" : money.costs(price.upTo)
  const refusal =
    price?.cap != null && overCap(price) ? (price.upTo === null ? words.noPrice : words.overCap) : undefined
  // Without a price nothing can be searched for: the button reads it again.
  const mending =
    answer.at === "failed" && price === undefined ? mend(answer.error, () => void readPrice(), onSettings) : undefined
  return (
    <section class="people" ref={section}>
      <div class="section-head">
        <h2 class="section-title">{record.of === "person" ? result.similar : result.people}</h2>
      </div>
      <form
        class="people-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isEmpty && refusal === undefined && price !== undefined && answer.at !== "asking") void search()
        }}
      >
        {FIELDS.map((field, n) => (
          <label key={field} class="small">
            <span class="quiet">{words.field[field]}</span>
            <input
              ref={n === 0 ? first : null}
              type="text"
              maxLength={200}
              value={criteria[field]}
              onInput={({ currentTarget: { value } }) => {
                isTyped.current = true
                setCriteria((all) => ({ ...all, [field]: value }))
              }}
            />
          </label>
        ))}
        {refusal === undefined ? (
          <Button
            type={mending === undefined ? "submit" : "button"}
            idle={mending === undefined && (isEmpty || price === undefined)}
            busy={answer.at === "asking"}
            {...(mending !== undefined && { onClick: mending.act })}
          >
            {mending?.label ?? words.search(cost)}
          </Button>
        ) : (
          <p class="small quiet">{refusal}</p>
        )}
      </form>
      {answer.at === "failed" && (
        <p class="field-error" role="alert">
          {visible(problemText(answer.error))}
        </p>
      )}
      {pages !== undefined && (
        <>
          <p class="small quiet" role="status">
            {words.found(pages.people.length, pages.total, money.charged(pages.charged))}
            {isEarlier && ` · ${words.earlier}`}
          </p>
          <ul class="people-list">
            {pages.people.map((one, n) => (
              <Line key={n} {...one} />
            ))}
          </ul>
          {pages.next !== null && refusal === undefined && price !== undefined && (
            <Button busy={answer.at === "asking"} onClick={() => void search(pages)}>
              {words.nextPage(cost)}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
