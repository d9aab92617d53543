/**
 * Explains what Inlay is for, what it reads and when, and leads through three steps to the first result. Each choice is
 * stored at once.
 */
import { Mark } from "@inlay/ui/Icon"
import type { ComponentChildren } from "preact"

import { place } from "../../../locales/settings.ts"
import { welcome as words } from "../../../locales/welcome.ts"
import type { Send } from "../../../messaging/client.ts"
import { AnswerPlace } from "../../preferences/view/answer-place.tsx"
import { Connect } from "./connect.tsx"
import { Pin } from "./pin.tsx"

const READS = [
  [words.beforeClick, words.beforeClickText],
  [words.onClick, words.onClickText],
  [words.onEnrich, words.onEnrichText]
] as const

const Step = (props: { readonly number: 1 | 2; readonly title: string; readonly children: ComponentChildren }) => (
  <section class="panel" aria-labelledby={`step-${props.number}`}>
    <h2 id={`step-${props.number}`}>{words.step(props.number, props.title)}</h2>
    {props.children}
  </section>
)

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
          <div key={when}>
            <dt>{when}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
    <Step number={1} title={words.pinTitle}>
      <Pin />
    </Step>
    <Step number={2} title={words.connectTitle}>
      <Connect send={send} />
    </Step>
    <AnswerPlace send={send} title={words.step(3, place.title)} />
    <div class="actions">
      <a class="button primary" href="/sample.html">
        {words.finish}
      </a>
      <span class="quiet">{words.finishHelp}</span>
    </div>
  </main>
)
