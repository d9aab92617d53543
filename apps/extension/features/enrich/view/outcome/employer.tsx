/**
 * The company of a person: offered with its price at the heading of the company section in the person's record, then
 * shown.
 */
import { CardView, type CardWords } from "@inlay/ui/CardView"
import type { Copying } from "@inlay/ui/copying"
import { visible } from "@inlay/ui/text/visible"
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"

import { money, popup } from "../../../../locales/popup.ts"
import { employer as words, recordText } from "../../../../locales/result.ts"
import type { Send } from "../../../../messaging/client.ts"
import { mend } from "../../../../ui/mend.ts"
import { cardIn, titleIn } from "../../../../ui/text/card-in.ts"
import { problemText } from "../../../../ui/text/problem.ts"
import type { SeenPrice, Employer as State, TabSubject } from "../../requests.ts"
import { overCap } from "../../subject/price.ts"

interface Asking {
  readonly state: State | "asking" | undefined
  readonly isMatch: boolean
  /** Whether the user has asked for it here. */
  readonly isAsked: boolean
  readonly onBuy: (price: SeenPrice) => void
  /** Reads again without buying. */
  readonly onLook: () => void
}

/**
 * A saved answer is shown at once; nothing is bought until the user asks.
 * @param of absent if there is no company to look for
 */
export const useEmployer = (send: Send, of: TabSubject | undefined): Asking => {
  const [state, setState] = useState<State | "asking">()
  const turn = useRef(0)
  const isAsked = useRef(false)
  const ask = useCallback(
    async (consent: "free" | "charge", { upTo, hub }: SeenPrice = { upTo: null }) => {
      if (of === undefined) return
      const mine = ++turn.current
      if (consent === "charge") setState("asking")
      const reply = await send("employer", { ...of, consent, upTo, hub })
      if (mine === turn.current) setState(reply.ok ? reply.output : { state: "failed", error: reply.error })
    },
    [send, of?.tabId, of?.link, of?.subject, of?.account]
  )
  useEffect(() => {
    void ask("free")
  }, [ask])
  return {
    state,
    isMatch: typeof state === "object" && state.state === "match",
    isAsked: isAsked.current,
    onBuy: (price) => {
      isAsked.current = true
      void ask("charge", price)
    },
    onLook: () => void ask("free")
  }
}

interface OfferProps extends Asking {
  readonly onSettings: () => void
  /** Looks at the page again. */
  readonly onPage: () => void
}

const Offer = ({ state, isAsked, onBuy, onLook, onSettings, onPage }: OfferProps) => {
  if (state === undefined) return null
  const statusLine = (text: string) => (
    <span class="small quiet" role="status">
      {text}
    </span>
  )
  if (state === "asking") return statusLine(popup.asking)
  if (state.state === "ready") {
    return overCap(state.price) ? (
      <span class="small quiet">{words.overCap}</span>
    ) : (
      // It may have appeared between the two clicks of a double click.
      <button type="button" class="tool small" onClick={({ detail }) => (detail > 1 ? undefined : onBuy(state.price))}>
        {words.enrich(money.short(state.price.upTo))}
      </button>
    )
  }
  if (state.state === "noMatch") return statusLine(words.noMatch(money.charged(state.charged)))
  if (state.state === "another")
    return statusLine(words.another(visible(titleIn(state.name, recordText)), money.charged(state.charged)))
  if (state.state === "failed") {
    // After a lost purchase too, it only looks: the price is shown again before it is paid. If the person's record has
    // expired or the page moved on, there is no company to look for until the page was looked at.
    const { own, reason } = state.error
    const { label, act } = mend(state.error, own !== undefined && reason === "Conflict" ? onPage : onLook, onSettings)
    // Before the user asks, "nothing was sent" would be read as if the person's record had not been bought.
    const { nothing: _nothing, ...ofLook } = state.error
    return (
      <>
        <span class="small danger" role="alert">
          {visible(problemText(isAsked ? state.error : ofLook))}
        </span>
        <button type="button" class="tool small" onClick={act}>
          {label}
        </button>
      </>
    )
  }
  return null
}

interface RecordProps extends Asking {
  readonly showSources: boolean
  readonly copying: Copying
  readonly words: CardWords
}

const Record = ({ state, isMatch, isAsked, ...view }: RecordProps) => {
  const whole = useRef<HTMLDivElement>(null)
  // The heading that asked for it is gone, and with it the focus, unless the user has moved that. The company's name,
  // which is then heard, says that its record is there.
  useLayoutEffect(() => {
    if (isMatch && isAsked && document.activeElement === document.body) whole.current?.focus({ preventScroll: true })
  }, [isMatch, isAsked])
  if (typeof state !== "object" || state.state !== "match") return null
  const { charged, differences } = state
  const card = cardIn(state.card, recordText)
  const [first, ...others] = card.sections
  const trade = { label: words.trade, value: card.subtitle, kind: "text", icon: "company", source: "" } as const
  const rows = [...(card.subtitle === "" ? [] : [trade]), ...(first?.title === "" ? first.rows : [])]
  const sections = [{ title: card.title, rows }, ...others.filter(({ title }) => title !== "")]
  return (
    <div ref={whole} role="group" aria-label={visible(card.title)} tabIndex={-1}>
      <CardView
        {...view}
        card={{ notices: card.notices, sections: sections.slice(0, 1) }}
        beside={() => <span class="small quiet">{money.charged(charged)}</span>}
      />
      {differences.length > 0 && (
        <ul class="differences small">
          {differences.map(({ field, ofPerson, ofCompany }) => (
            <li key={field}>{words.differs(words.field[field], visible(ofPerson), visible(ofCompany))}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

export const Employer = { Offer, Record }
