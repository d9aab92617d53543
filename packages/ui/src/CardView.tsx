/**
 * Draws a card's notices and its facts: each value in full width, with a description below it and a copy button. The
 * surrounding page shows the title.
 */
import {
  shownValue,
  type Card,
  type CardIcon as CardIconName,
  type CardRow,
  type CardSection,
  type CardTone
} from "@inlay/agent-plugin/Card"
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"

import { CardIcon } from "./CardIcon.tsx"
import { ChartView } from "./ChartView.tsx"
import { CopyButton, type CopyWords } from "./CopyButton.tsx"
import type { Copying } from "./copying.ts"
import { Icon } from "./Icon.tsx"
import { Notice } from "./Notice.tsx"
import { addressParts, pieces } from "./text/address-parts.ts"
import { link } from "./text/link.ts"
import { copyable, visible } from "./text/visible.ts"
import { showFullOnHover } from "./text/whole.ts"

const GRAVITY: Readonly<Record<CardTone, number>> = { danger: 0, warning: 1, neutral: 2, good: 3 }

/** Sorts the notices by severity, worst first. */
const byGravity = (card: Pick<Card, "notices">) => card.notices.toSorted((a, b) => GRAVITY[a.tone] - GRAVITY[b.tone])

const Email = ({ address }: { readonly address: string }) => (
  <>
    {addressParts(address).map((part) => (
      <span class="part">
        {pieces(part).map((piece) => (
          <>
            {piece}
            <wbr />
          </>
        ))}
      </span>
    ))}
  </>
)

/** Shortens an address as people write it: without its scheme, and without a slash after the host. */
const shortUrl = (address: string): string => address.replace(/^https:\/\//, "").replace(/^([^/]+)\/$/, "$1")

const Value = ({ row, number }: { readonly row: CardRow; readonly number: CardWords["number"] }) => {
  const address = link(row)
  const text = shownValue(row, number)
  const value = visible(address !== undefined && row.kind === "url" ? shortUrl(text) : text, row.kind)
  // Numbers and addresses are written from left to right in every language.
  const dir = row.kind === "text" ? "auto" : "ltr"
  const valueView = row.kind === "email" ? <Email address={value} /> : value
  const whole = (event: { readonly currentTarget: HTMLElement }) => showFullOnHover(event.currentTarget, value)
  return address === undefined ? (
    <span class="value" dir={dir} onPointerEnter={whole}>
      {valueView}
    </span>
  ) : (
    <a
      class="value"
      dir={dir}
      // A screen reader would pause between the parts of an address.
      aria-label={row.kind === "email" ? value : undefined}
      onPointerEnter={whole}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
    >
      {valueView}
    </a>
  )
}

export interface CardWords extends CopyWords {
  /** Where in the provider's answer a value comes from. */
  readonly sourceOf: (path: string) => string
  readonly more: (count: number) => string
  /** Writes a number as the reader's language does. */
  readonly number: (value: number) => string
}

/**
 * Warnings about a value are shown next to it. Marks that say that all is well are shown below it, next to its
 * description.
 */
const isWarning = ({ mark }: CardRow): boolean => mark?.tone === "warning" || mark?.tone === "danger"

/** Kinds of facts whose name is short and shown on the same line as the value. */
const ON_ONE_LINE: ReadonlySet<CardIconName | undefined> = new Set<CardIconName>(["site", "number", "people", "place"])

interface RowProps extends Pick<CardViewProps, "showSources" | "copying" | "words"> {
  readonly row: CardRow
  readonly id: string
  /** Whether the row is the only one of its section, whose heading then describes it. */
  readonly isAlone: boolean
}

const Row = ({ row, id, isAlone, showSources, copying, words }: RowProps) => {
  const { label, detail, mark, source } = row
  return (
    <div class={`row ${mark?.tone === "danger" ? "listed" : ""} ${ON_ONE_LINE.has(row.icon) ? "short" : ""}`}>
      <dt class={detail === undefined && !(isAlone && row.icon === undefined) ? "what" : "unseen"}>{visible(label)}</dt>
      <dd class="main">
        <Value row={row} number={words.number} />
        {mark !== undefined && isWarning(row) && <span class={`mark ${mark.tone}`}>{visible(mark.text)}</span>}
      </dd>
      {detail !== undefined && (
        <dd class="what">
          <bdi>{visible(detail)}</bdi>
        </dd>
      )}
      {mark !== undefined && !isWarning(row) && (
        <dd class={`remark ${mark.tone}`}>
          {mark.tone === "good" && <Icon name="check" size={12} />}
          {visible(mark.text)}
        </dd>
      )}
      {showSources && source !== "" && <dd class="source">{visible(words.sourceOf(source))}</dd>}
      <dd class="picture" aria-hidden="true">
        <CardIcon of={row} />
      </dd>
      <dd class="copy">
        <CopyButton
          id={id}
          label={visible(label)}
          value={copyable(row.value, row.kind)}
          copying={copying}
          words={words}
        />
      </dd>
    </div>
  )
}

/** How many rows of a section to show until the user asks for more, so that a record with many contacts fits. */
const SHOWN_ROWS = 5

interface RowsProps extends Omit<RowProps, "row" | "id" | "isAlone"> {
  readonly section: CardSection
  /** The prefix of the copy ids of these rows. */
  readonly name: string
}

const Rows = ({ section, name, ...props }: RowsProps) => {
  const [all, setAll] = useState(section.rows.length <= SHOWN_ROWS)
  const rows = all ? section.rows : section.rows.slice(0, SHOWN_ROWS - 1)
  return (
    <>
      <dl class="rows">
        {rows.map((row, r) => (
          <Row key={r} row={row} id={`${name}.${r}`} isAlone={section.title !== "" && rows.length === 1} {...props} />
        ))}
      </dl>
      {!all && (
        <button type="button" class="tool more" onClick={() => setAll(true)}>
          {props.words.more(section.rows.length - rows.length)}
        </button>
      )}
    </>
  )
}

export interface CardViewProps {
  readonly card: Pick<Card, "notices" | "sections" | "chart">
  readonly showSources: boolean
  readonly copying: Copying
  readonly words: CardWords
  /** Renders something at the end of a section's heading, such as a link to more of it. */
  readonly beside?: (section: CardSection) => ComponentChildren
}

export const CardView = ({ card, beside, ...props }: CardViewProps) => (
  <>
    {card.notices.length > 0 && (
      <div class="card-notices">
        {byGravity(card).map((notice) => (
          <Notice tone={notice.tone}>{visible(notice.text)}</Notice>
        ))}
      </div>
    )}
    {card.sections.map((section, s) => (
      <section key={`${s} ${section.title}`}>
        {section.title !== "" && (
          <div class="section-head">
            <h2 class="section-title">
              <bdi>{visible(section.title)}</bdi>
            </h2>
            {beside?.(section)}
          </div>
        )}
        <Rows section={section} name={String(s)} {...props} />
      </section>
    ))}
    {card.chart !== undefined && <ChartView chart={card.chart} />}
  </>
)
