/** The search for people: its criteria, its price, and the people found, also by a popup that has closed since. */
import { useEffect, useRef, useState } from "preact/hooks"

import type { Send } from "../../../messaging/client.ts"
import type { Requests } from "../../../messaging/contract.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { useDraft } from "../../../ui/use-draft.ts"
import type { Price, SalesRecord, TabSubject } from "../../enrich/requests.ts"
import { lastSearch, onPage } from "../last-search.ts"
import type { Criteria } from "../requests.ts"

type Answer = { readonly at: "rest" } | { readonly at: "asking" } | { readonly at: "failed"; readonly error: Failure }

type Pages = Requests["people"]["output"]

/** The people and the cost of a page together with those of the pages before it. */
const together = (before: Pages, page: Pages): Pages => ({
  ...page,
  people: [...before.people, ...page.people],
  charged: before.charged === "unknown" || page.charged === "unknown" ? "unknown" : before.charged + page.charged
})

export const FIELDS = ["position", "seniority", "department", "company"] as const

/** The worker accepts no longer one. */
export const MAX_CRITERION_CHARS = 200

const criterion = (value: string | null): string => (value ?? "").slice(0, MAX_CRITERION_CHARS)

/** For a person, searches their position at any company; for a company, its people by role. */
const criteriaOf = (record: SalesRecord): Criteria =>
  record.of === "person"
    ? {
        position: criterion(record.fields.jobTitle),
        seniority: record.fields.jobTitle === null ? criterion(record.fields.seniority) : "",
        department: record.fields.jobTitle === null ? criterion(record.fields.department) : "",
        company: ""
      }
    : { position: "", seniority: "", department: "", company: criterion(record.fields.name) }

/** Reads the price and the last search when it is first called. Only `search` buys. */
export const usePeople = (send: Send, { plugin, account, subject }: TabSubject, record: SalesRecord) => {
  const { draft, keepDraft, dropDraft } = useDraft(`people ${plugin}/${account} ${subject}`)
  const [unchanged, setUnchanged] = useState(() => criteriaOf(record))
  const criteria: Criteria = draft ? JSON.parse(draft) : unchanged
  const [price, setPrice] = useState<Price>()
  const [answer, setAnswer] = useState<Answer>({ at: "rest" })
  const [pages, setPages] = useState<Pages>()
  const [isEarlier, setIsEarlier] = useState(false)
  const isEmpty = FIELDS.every((field) => criteria[field].trim() === "")
  const isHere = useRef(true)
  const hasSearched = useRef(false)
  /** Shows what was bought by a popup that has closed since. */
  const showEarlier = async () => {
    const [start, ...others] = await lastSearch({ plugin, account, subject })
    if (start === undefined || !isHere.current || hasSearched.current) return
    const { position, seniority, department, company } = start.input
    setUnchanged({ position, seniority, department, company })
    setPages(others.reduce((before, { output }) => together(before, output), start.output))
    setIsEarlier(true)
  }
  const readPrice = async () => {
    setAnswer({ at: "rest" })
    const reply = await send("peoplePrice", { plugin, account })
    if (!isHere.current) return
    if (reply.ok) setPrice(reply.output)
    else setAnswer({ at: "failed", error: reply.error })
  }
  useEffect(() => {
    void readPrice()
    void showEarlier()
    const stopListening = onPage(() => void showEarlier())
    return () => {
      isHere.current = false
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
    if (!reply.ok) return
    setPages(before === undefined ? reply.output : together(before, reply.output))
    // A next page is of the criteria that were searched for, whatever is entered now.
    if (before !== undefined) return
    setUnchanged(criteria)
    // Not what was entered meanwhile, here or in another window.
    void dropDraft(draft ?? "")
  }
  const type = (field: keyof Criteria, value: string) => {
    keepDraft(JSON.stringify({ ...criteria, [field]: value }))
  }
  return { criteria, isEmpty, price, answer, pages, isEarlier, type, readPrice, search }
}
