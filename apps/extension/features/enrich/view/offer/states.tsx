/** The offer, and the wait for its answer. Loaded while the worker looks at the page. */
import { Notice } from "@inlay/ui/Notice"
import type { ComponentChildren } from "preact"
import { useEffect, useState } from "preact/hooks"

import { money, popup } from "../../../../locales/popup.ts"
import type { Subject } from "../../../../messaging/subject.ts"
import { nameOf } from "../../../../ui/text/name.ts"
import type { Preview, Price } from "../../requests.ts"
import { overCap } from "../../subject/price.ts"
import { rememberProfile } from "../../subject/remember-profile.ts"
import { Cost } from "../parts/cost.tsx"
import { First } from "../parts/first.tsx"
import { SubjectFrame, type PaidShell } from "../parts/frame.tsx"
import type { OverCap as OverCapView } from "./over-cap.tsx"

export const Ready = (
  props: Omit<Extract<Preview, { readonly state: "ready" }>, "state"> & {
    readonly shell: PaidShell
    readonly onEnrich: () => void
    readonly children?: ComponentChildren
  }
) => {
  const { subject, address } = props
  const cap = overCap(props.price) ? props.price.cap : null
  const [OverCap, setOverCap] = useState<typeof OverCapView>()
  useEffect(() => rememberProfile(address, subject), [address, subject])
  useEffect(() => {
    if (cap !== null) void import("./over-cap.tsx").then((loaded) => setOverCap(() => loaded.OverCap))
  }, [cap])
  return (
    <SubjectFrame subject={props.subject} shell={props.shell}>
      <div class="body">
        <Cost price={props.price} />
        {props.savedBy !== undefined && <Notice tone="warning">{popup.savedBy(props.savedBy)}</Notice>}
        {cap !== null && OverCap !== undefined && <OverCap cap={cap} shell={props.shell} />}
        {cap === null && (
          <div class="stack end">
            <First
              shell={props.shell}
              description={`${nameOf(subject)} · ${money.costs(props.price.upTo)}`}
              onClick={props.onEnrich}
            >
              {popup.enrich}
              {props.shell.isFirst && props.shell.isBeside !== true && (
                <kbd class="key-hint" aria-hidden="true">
                  ↵
                </kbd>
              )}
            </First>
            <p class="small quiet">
              {popup.nothingSent}
              {props.isHubApart === true && ` ${popup.hubApart}`}
            </p>
          </div>
        )}
        {/* Appears later than the button, which must not move. */}
        {props.subject.kind === "site" && <div class="below">{props.children}</div>}
      </div>
    </SubjectFrame>
  )
}

const SHOWN_AFTER_MILLIS = 300
const TICK_MILLIS = 100

/** Seconds since `sinceMillis` with one decimal; `undefined` if that is unknown, or too short ago to mention. */
const useElapsed = (sinceMillis: number | undefined): string | undefined => {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MILLIS)
    return () => clearInterval(timer)
  }, [])
  const elapsedMillis = sinceMillis === undefined ? 0 : now - sinceMillis
  return elapsedMillis < SHOWN_AFTER_MILLIS ? undefined : (elapsedMillis / 1000).toFixed(1)
}

export const Asking = (props: {
  readonly shell: PaidShell
  readonly why: "bought" | "saved" | "underWay"
  readonly subject: Subject
  readonly price: Price
  readonly sinceMillis: number | undefined
}) => {
  const elapsedText = useElapsed(props.sinceMillis)
  const isSaved = props.why === "saved"
  return (
    <SubjectFrame subject={props.subject} shell={props.shell}>
      <div class="body" aria-busy="true">
        {!isSaved && <Cost price={props.price} />}
        <div class="stack end">
          <First shell={props.shell} busy>
            <span role="status">{isSaved ? popup.opening : popup.asking}</span>
            {elapsedText !== undefined && (
              <span class="elapsed" aria-hidden="true">
                {popup.seconds(elapsedText)}
              </span>
            )}
          </First>
          <p class="small quiet">{props.why === "underWay" ? popup.underWay : " "}</p>
        </div>
      </div>
    </SubjectFrame>
  )
}
