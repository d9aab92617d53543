/** What Inlay is for, what it reads and when, and the one choice to make. */
import { useState } from "preact/hooks"

import { place } from "../../locales/en/place.ts"
import { welcome as words } from "../../locales/en/welcome.ts"
import { Mark } from "../../ui/Icon.tsx"
import { Place } from "../../ui/Place.tsx"

const READS = [
  [words.beforeClick, words.beforeClickText],
  [words.onClick, words.onClickText],
  [words.onEnrich, words.onEnrichText]
] as const

export const Welcome = () => {
  const [showInPage, setShowInPage] = useState(true)
  return (
    <main class="sheet">
      <header class="sheet-head hero">
        <Mark size={48} />
        <div>
          <h1>{words.title}</h1>
          <p>{words.lead}</p>
        </div>
      </header>
      <section class="panel" aria-labelledby="read-title">
        <h2 id="read-title">{words.readTitle}</h2>
        <dl class="facts loose">
          {READS.map(([when, what]) => (
            <div>
              <dt>{when}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section class="panel" aria-labelledby="place-title">
        <h2 id="place-title">{place.title}</h2>
        <Place showInPage={showInPage} onChange={setShowInPage} />
      </section>
      <div class="actions">
        <a class="button primary" href={`/options.html${showInPage ? "" : "#popup-only"}`}>
          {words.connect}
        </a>
        <span class="quiet">{words.connectHelp}</span>
      </div>
    </main>
  )
}
