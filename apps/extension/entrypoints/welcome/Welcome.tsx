import { Mark } from "@inlay/ui/Icon"

/** What Inlay is for, what it reads and when, and the one choice to make. */
import { Place } from "../../features/preferences/view/place.tsx"
import { welcome as words } from "../../locales/welcome.ts"
import type { Send } from "../../messaging/client.ts"

const READS = [
  [words.beforeClick, words.beforeClickText],
  [words.onClick, words.onClickText],
  [words.onEnrich, words.onEnrichText]
] as const

export const Welcome = ({ send }: { readonly send: Send }) => (
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
    <Place send={send} />
    <div class="actions">
      <a class="button primary" href="/options.html">
        {words.connect}
      </a>
      <span class="quiet">{words.connectHelp}</span>
    </div>
  </main>
)
