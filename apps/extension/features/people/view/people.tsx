/** Searches for people like this one, or by role at this company: criteria and price first, then the people found. */
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useRef } from "preact/hooks"

import { money } from "../../../locales/popup.ts"
import { people as words, result } from "../../../locales/result.ts"
import type { Send } from "../../../messaging/client.ts"
import { LinkedName } from "../../../ui/LinkedName.tsx"
import { mend } from "../../../ui/mend.ts"
import { problemText } from "../../../ui/text/problem.ts"
import type { SalesRecord, TabSubject } from "../../enrich/requests.ts"
import { overCap } from "../../enrich/subject/price.ts"
import type { PersonLine } from "../requests.ts"
import { FIELDS, MAX_CRITERION_CHARS, usePeople } from "./use-people.ts"

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
  const { criteria, isEmpty, price, answer, pages, isEarlier, type, readPrice, search } = usePeople(
    send,
    props.of,
    record
  )
  const first = useRef<HTMLInputElement>(null)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    first.current?.focus({ preventScroll: true })
    const frame = requestAnimationFrame(() => section.current?.scrollIntoView({ block: "nearest" }))
    return () => cancelAnimationFrame(frame)
  }, [])
  const cost = price === undefined ? "…" : money.costs(price.upTo)
  const refusal =
    price !== undefined && overCap(price) ? (price.upTo === null ? words.noPrice : words.overCap) : undefined
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
              maxLength={MAX_CRITERION_CHARS}
              value={criteria[field]}
              onInput={({ currentTarget: { value } }) => type(field, value)}
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
          {pages.people.length === 0 && <p class="small">{words.none}</p>}
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
