/** The popup's states that are no match: what is known, and the next step. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"

import { failure } from "../../locales/en/failure.ts"
import { popup } from "../../locales/en/popup.ts"
import { money } from "../../locales/en/shared.ts"
import type { Outcome, Preview, Price, Subject } from "../../messaging/contract.ts"
import { age, moment } from "../../ui/age.ts"
import { Button } from "../../ui/Button.tsx"
import { Confirm } from "../../ui/Confirm.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Frame, SubjectFrame } from "./frame.tsx"
import { nextStep, overCap, type Failure } from "./next-step.ts"

interface Settings {
  readonly onSettings: () => void
}

/** A button that has the focus as soon as it stands there, so that Enter works. */
const First = (props: Parameters<typeof Button>[0]) => {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus({ preventScroll: true }), [])
  return <Button {...props} look="primary" wide buttonRef={button} />
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

export const NothingHere = ({ onProfileSite, onSettings }: Settings & { readonly onProfileSite: boolean }) => (
  <Frame title={popup.nothingTitle} onSettings={onSettings}>
    <main class="body">
      <p>{onProfileSite ? popup.nothingOnProfileSite : popup.nothing}</p>
    </main>
  </Frame>
)

/** What asking costs, and what the day's cap leaves. */
const Cost = ({ price }: { readonly price: Price }) => {
  const { upTo, spentToday, dayCap } = price
  return (
    <div class="stack">
      <p class="cost">
        <strong>{money.costs(upTo)}</strong>
        <span class="quiet">
          {dayCap === null ? money.spent(spentToday) : money.left(Math.max(0, dayCap - spentToday), dayCap)}
        </span>
      </p>
      {dayCap !== null && (
        <div class="meter" aria-hidden="true">
          <span style={{ width: `${Math.min(100, (100 * spentToday) / Math.max(1, dayCap))}%` }} />
        </div>
      )}
    </div>
  )
}

export const Ready = (
  props: Settings & { readonly subject: Subject; readonly price: Price; readonly onEnrich: () => void }
) => (
  <SubjectFrame subject={props.subject} onSettings={props.onSettings}>
    <main class="body">
      <Cost price={props.price} />
      {overCap(props.price) ? (
        <div class="stack end">
          <Notice tone="warning">{popup.capReached(props.price.dayCap ?? 0)}</Notice>
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

export const Undecided = (
  props: Settings &
    Omit<Extract<Preview, { readonly state: "undecided" }>, "state"> & { readonly onAskAgain: () => void }
) => {
  const [sure, setSure] = useState(false)
  const cost = popup.upTo(props.price.upTo)
  return (
    <SubjectFrame subject={props.subject} onSettings={props.onSettings}>
      <main class="body">
        <div class="stack">
          <h2>{popup.undecidedTitle}</h2>
          <p>{popup.undecided(moment(props.since), cost)}</p>
        </div>
        <div class="end">
          {sure ? (
            <Confirm
              question={popup.askAgainSure(cost)}
              yes={popup.askAgainYes}
              no={popup.cancel}
              onYes={props.onAskAgain}
              onNo={() => setSure(false)}
            />
          ) : (
            <Button wide onClick={() => setSure(true)}>
              {popup.askAgain}
            </Button>
          )}
        </div>
      </main>
    </SubjectFrame>
  )
}

/** Whole seconds left of a wait that began when this was first drawn. */
const useCountdown = (seconds: number): number => {
  const [left, setLeft] = useState(Math.ceil(seconds))
  useEffect(() => {
    const until = performance.now() + seconds * 1000
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - performance.now()) / 1000))
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, TICK_MILLIS)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}

export const Failed = (
  props: Settings & {
    readonly error: Failure
    readonly subject: Subject | null
    readonly price: Price | null
    readonly online: boolean
    readonly onLook: () => void
    readonly onRetry: () => void
  }
) => {
  const step = nextStep(props.error, props.online)
  const left = useCountdown(step.waitSeconds)
  const act = { options: props.onSettings, look: props.onLook, retry: props.onRetry }[step.does]
  const body = (
    <main class="body">
      <div class="stack" role="alert">
        {props.subject !== null && <h2>{step.title}</h2>}
        {step.text.map((text) => (
          <p>{text}</p>
        ))}
      </div>
      <div class="stack end">
        {step.does === "retry" && props.price !== null && <Cost price={props.price} />}
        <First idle={left > 0} onClick={act}>
          {left > 0 ? <span class="elapsed">{failure.tryAgainIn(left)}</span> : step.label}
        </First>
      </div>
    </main>
  )
  return props.subject === null ? (
    <Frame icon="alert" title={step.title} onSettings={props.onSettings}>
      {body}
    </Frame>
  ) : (
    <SubjectFrame subject={props.subject} onSettings={props.onSettings}>
      {body}
    </SubjectFrame>
  )
}
