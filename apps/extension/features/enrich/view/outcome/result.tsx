/** A match: the facts, what they cost, how old they are, and whether they stand in the page. */
import type { Card } from "@inlay/agent-plugin/Card"
import { Button } from "@inlay/ui/Button"
import { CardView } from "@inlay/ui/CardView"
import { Confirm } from "@inlay/ui/Confirm"
import { useCopying } from "@inlay/ui/copying"
import { visible } from "@inlay/ui/text/visible"
import { useState } from "preact/hooks"

import { result as words } from "../../../../locales/en/result.ts"
import { money } from "../../../../locales/en/shared.ts"
import { cardText } from "../../../../ui/text/card-text.ts"
import { age, moment } from "../../../../ui/text/moment.ts"
import type { InPage, Outcome, Price } from "../../requests.ts"
import { Frame, type PaidShell } from "../parts/frame.tsx"

const CARD_WORDS = { copy: words.copy, copied: words.copied, sourceOf: words.sourceOf }

export interface ResultProps {
  readonly outcome: Extract<Outcome, { readonly state: "match" }>
  readonly price: Price
  readonly now: number
  readonly shell: PaidShell
  /** Absent for a record of somebody else than the page is about: it is kept under its own names. */
  readonly forget?: (say: (credits: number) => string) => void
}

const Cost = ({
  card,
  charged,
  price,
  now
}: { readonly card: Card; readonly charged: number | "unknown" } & Pick<ResultProps, "price" | "now">) => {
  const old = age(card.fetchedAt, now)
  const remainingCredits =
    price.cap === null || charged === "unknown" ? undefined : { ...price.cap, left: price.cap.left - charged }
  return (
    <p>
      <strong>{money.charged(charged)}</strong>
      <span class="quiet">
        {" · "}
        <time dateTime={card.fetchedAt} title={moment(card.fetchedAt)}>
          {card.fromCache ? words.saved(old) : old}
        </time>
        {!card.fromCache && remainingCredits !== undefined && ` · ${money.leftShort(remainingCredits)}`}
      </span>
    </p>
  )
}

const Place = ({ inPage, shell }: { readonly inPage: InPage; readonly shell: PaidShell }) => (
  <p class="small quiet">
    {words.inPage[inPage]}
    {inPage === "off" && (
      <>
        {" · "}
        <Button look="bare" onClick={shell.onSettings}>
          {words.change}
        </Button>
      </>
    )}
  </p>
)

export const Result = ({ outcome, price, now, shell, forget }: ResultProps) => {
  const { card, subject } = outcome
  const copying = useCopying(words.copyFailed)
  const [showSources, setShowSources] = useState(false)
  const [forgetting, setForgetting] = useState(false)
  return (
    <Frame
      icon={subject.kind}
      title={visible(card.title)}
      {...(card.subtitle !== "" && { subtitle: visible(card.subtitle) })}
      hint={subject.name}
      focusTitle
      shell={shell}
    >
      <div class="result">
        <CardView card={card} showSources={showSources} copying={copying} words={CARD_WORDS} />
      </div>
      <footer class="foot">
        <div class="foot-line">
          <Cost card={card} charged={outcome.charged} price={price} now={now} />
        </div>
        <div class="foot-line">
          <Place inPage={outcome.inPage} shell={shell} />
          <div class="foot-tools">
            {forget !== undefined && (
              <button type="button" class="tool" onClick={() => setForgetting(true)}>
                {words.forget}
              </button>
            )}
            <button type="button" class="tool" aria-pressed={showSources} onClick={() => setShowSources(!showSources)}>
              {words.sources}
            </button>
            <button type="button" class="tool" onClick={() => copying.copy("all", words.copiedAll, cardText(card))}>
              {copying.done === "all" ? words.copiedAll : words.copyAll}
            </button>
          </div>
        </div>
        {forgetting && forget !== undefined && (
          <Confirm
            question={words.forgetSure}
            yes={words.forgetYes}
            no={words.cancel}
            onYes={() => forget(words.forgotten)}
            onNo={() => setForgetting(false)}
          />
        )}
      </footer>
      <p class="unseen" role="status">
        {copying.said === "" ? words.found(visible(card.title)) : copying.said}
      </p>
    </Frame>
  )
}
