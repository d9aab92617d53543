/** A card's facts: notices, then rows that can be copied. The title stands in the page's own head. */
import type { Card, CardRow, CardTone } from "@inlay/agent-plugin/Card"

import { ChartView } from "./ChartView.tsx"
import { CopyButton, type CopyWords } from "./CopyButton.tsx"
import type { Copying } from "./copying.ts"
import { Notice } from "./Notice.tsx"
import { addressParts, pieces } from "./text/address-parts.ts"
import { link } from "./text/link.ts"
import { copyable, visible } from "./text/visible.ts"
import { showWhole } from "./text/whole.ts"

const GRAVITY: Readonly<Record<CardTone, number>> = { danger: 0, warning: 1, neutral: 2, good: 3 }

/** The gravest first; a card has few. */
const byGravity = (card: Card) => card.notices.toSorted((a, b) => GRAVITY[a.tone] - GRAVITY[b.tone])

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

const Value = ({ row }: { readonly row: CardRow }) => {
  const address = link(row)
  const value = visible(row.value, row.kind)
  const valueView = row.kind === "email" ? <Email address={value} /> : value
  const whole = (event: { readonly currentTarget: HTMLElement }) => showWhole(event.currentTarget, value)
  return address === undefined ? (
    <span class="value" onPointerEnter={whole}>
      {valueView}
    </span>
  ) : (
    <a
      class="value"
      // Read out, an address in pieces would have pauses in it.
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
  /** Where in the provider's answer a value stands. */
  readonly sourceOf: (path: string) => string
}

export const CardView = (props: {
  readonly card: Card
  readonly showSources: boolean
  readonly copying: Copying
  readonly words: CardWords
}) => (
  <>
    {props.card.notices.length > 0 && (
      <div class="card-notices">
        {byGravity(props.card).map((notice) => (
          <Notice tone={notice.tone}>{visible(notice.text)}</Notice>
        ))}
      </div>
    )}
    {props.card.sections.map((section, s) => (
      <section>
        {section.title !== "" && <h2 class="section-title">{visible(section.title)}</h2>}
        <dl class="rows">
          {section.rows.map((row, r) => (
            <div class="row">
              <dt>{visible(row.label)}</dt>
              <dd>
                <Value row={row} />
                {row.mark !== undefined && <span class={`mark ${row.mark.tone}`}>{visible(row.mark.text)}</span>}
                {props.showSources && row.source !== "" && (
                  <span class="source">{visible(props.words.sourceOf(row.source))}</span>
                )}
              </dd>
              <dd>
                <CopyButton
                  id={`${s}.${r}`}
                  label={visible(row.label)}
                  value={copyable(row.value, row.kind)}
                  copying={props.copying}
                  words={props.words}
                />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
    {props.card.chart !== undefined && <ChartView chart={props.card.chart} />}
  </>
)
