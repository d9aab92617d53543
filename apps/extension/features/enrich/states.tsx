/** The popup's states before and without a match: what is known, and the next step. */
import { useEffect, useState } from "preact/hooks"

import { popup } from "../../locales/en/popup.ts"
import { application as words, money } from "../../locales/en/shared.ts"
import type { Nobodys, Outcome, Price, Subject } from "../../messaging/contract.ts"
import { age } from "../../ui/age.ts"
import { Button } from "../../ui/Button.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Cost } from "./cost.tsx"
import { First } from "./first.tsx"
import { Frame, SubjectFrame } from "./frame.tsx"
import { overCap } from "./price.ts"

interface Settings {
  readonly onSettings: () => void
}

export const Looking = () => (
  <div class="popup" aria-busy="true">
    <div class="head">
      <span class="tile" />
      <div>
        <h1 class="bone">&nbsp;</h1>
        <p class="unseen" role="status">
          {popup.loading}
        </p>
      </div>
    </div>
  </div>
)

export const NotConnected = ({ onSettings }: Settings) => (
  <Frame title={popup.connectTitle} onSettings={onSettings}>
    <main class="body">
      <p>{popup.connect}</p>
      <div class="end">
        <First onClick={onSettings}>{popup.connectButton}</First>
      </div>
    </main>
  </Frame>
)

const nothing = (at: Nobodys): string => {
  if (at === "profileSite") return popup.nothingOnProfileSite
  if (at === "local") return popup.nothingLocal
  return at === "elsewhere" ? popup.nothing : popup.nothingInApplication(words[at])
}

export const NothingHere = ({ at, onSettings }: Settings & { readonly at: Nobodys }) => (
  <Frame title={popup.nothingTitle} onSettings={onSettings}>
    <main class="body">
      <p>{nothing(at)}</p>
    </main>
  </Frame>
)

export const Ready = (
  props: Settings & { readonly subject: Subject; readonly price: Price; readonly onEnrich: () => void }
) => (
  <SubjectFrame subject={props.subject} onSettings={props.onSettings}>
    <main class="body">
      <Cost price={props.price} />
      {props.price.cap !== null && overCap(props.price) ? (
        <div class="stack end">
          <Notice tone="warning">{popup.capReached(props.price.cap)}</Notice>
          <First onClick={props.onSettings}>{popup.raiseCap}</First>
        </div>
      ) : (
        <div class="stack end">
          <First onClick={props.onEnrich}>
            {popup.enrich}
            <kbd class="key-hint" aria-hidden="true">
              ↵
            </kbd>
          </First>
          <p class="small quiet">{popup.nothingSent}</p>
        </div>
      )}
    </main>
  </SubjectFrame>
)

const SHOWN_AFTER_MILLIS = 300
const TICK_MILLIS = 100

/** Seconds since `sinceMillis` with one decimal; `undefined` while too short to be worth a word. */
const useElapsed = (sinceMillis: number): string | undefined => {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MILLIS)
    return () => clearInterval(timer)
  }, [])
  const passed = now - sinceMillis
  return passed < SHOWN_AFTER_MILLIS ? undefined : (passed / 1000).toFixed(1)
}

export const Asking = (
  props: Settings & {
    readonly why: "bought" | "saved" | "underWay"
    readonly subject: Subject
    readonly price: Price
    readonly sinceMillis: number
  }
) => {
  const elapsed = useElapsed(props.sinceMillis)
  const saved = props.why === "saved"
  return (
    <SubjectFrame subject={props.subject} onSettings={props.onSettings}>
      <main class="body" aria-busy="true">
        {!saved && <Cost price={props.price} />}
        <div class="stack end">
          <First busy>
            <span role="status">{saved ? popup.opening : popup.asking}</span>
            {elapsed !== undefined && (
              <span class="elapsed" aria-hidden="true">
                {popup.seconds(elapsed)}
              </span>
            )}
          </First>
          <p class="small quiet">{props.why === "underWay" ? popup.underWay : " "}</p>
        </div>
      </main>
    </SubjectFrame>
  )
}

export const Miss = (
  props: Settings & {
    readonly subject: Subject
    readonly fetchedAt: string
    /** `undefined`: known before this click. */
    readonly charged: Extract<Outcome, { readonly state: "noMatch" }>["charged"] | undefined
    readonly now: number
  }
) => (
  <SubjectFrame subject={props.subject} onSettings={props.onSettings} focusTitle>
    <main class="body">
      <div class="stack" role="status">
        <h2>{popup.missTitle}</h2>
        <p class="quiet">
          {props.charged === undefined
            ? popup.missSaved(age(props.fetchedAt, props.now))
            : popup.missFresh(money.charged(props.charged))}
        </p>
      </div>
      <p>{props.subject.kind === "person" ? popup.missNextPerson : popup.missNextCompany}</p>
      {props.charged === undefined && (
        <p class="small">
          <Button look="bare" onClick={props.onSettings}>
            {popup.missKeep}
          </Button>
        </p>
      )}
    </main>
  </SubjectFrame>
)
