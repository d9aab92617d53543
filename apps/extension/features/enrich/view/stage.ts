/**
 * The stages of the lookup's section in the popup, of which one is shown at a time. Pure types; a stage includes the
 * component that draws it.
 */
import type { Failure } from "../../../messaging/failure.ts"
import type { Subject } from "../../../messaging/subject.ts"
import type { KnownPeople as KnownPeopleView } from "../../company/view/known-people.tsx"
import type { Application, Attempt, Offer, Outcome, Preview } from "../requests.ts"
import type { InApplication as InApplicationView } from "./offer/in-application.tsx"
import type { NotConnected as NotConnectedView } from "./offer/not-connected.tsx"
import type { Asking as AskingView, Ready as ReadyView } from "./offer/states.tsx"
import type { Uncached as UncachedView } from "./offer/uncached.tsx"
import type { UnknownCharge as UnknownChargeView } from "./offer/unknown-charge.tsx"
import type { Another as AnotherView } from "./outcome/another.tsx"
import type { Failed as FailedView } from "./outcome/failed.tsx"
import type { Miss as MissView } from "./outcome/miss.tsx"
import type { Result as ResultView } from "./outcome/result.tsx"

/** No lookup was sent. */
export interface Unsent {
  readonly offer: null
  /** Nothing was shown or clicked before it. */
  readonly isFirstLook?: boolean
}

export type Stage =
  | { readonly at: "looking" }
  | {
      readonly at: "preview"
      readonly preview: Extract<Preview, { readonly state: "ready" }>
      readonly Ready: typeof ReadyView
      /** On a company's site. */
      readonly KnownPeople?: typeof KnownPeopleView
    }
  | { readonly at: "notConnected"; readonly NotConnected: typeof NotConnectedView }
  /** Nobody to look up; `why` says which pages have somebody. */
  | { readonly at: "nothing"; readonly why: string }
  | {
      readonly at: "cachedMiss"
      readonly preview: Extract<Preview, { readonly state: "cached" }>
      readonly Miss: typeof MissView
    }
  | {
      readonly at: "application"
      readonly preview: Extract<Preview, { readonly state: "ready" | "cached" }>
      readonly application: Application
      readonly InApplication: typeof InApplicationView
    }
  | {
      readonly at: "unknownCharge"
      readonly preview: Extract<Preview, { readonly state: "unknownCharge" }>
      readonly UnknownCharge: typeof UnknownChargeView
    }
  | {
      readonly at: "uncached"
      readonly preview: Extract<Preview, { readonly state: "uncached" }>
      readonly Uncached: typeof UncachedView
    }
  /** `why`: bought by this click, saved and free, or under way since an earlier click. */
  | {
      readonly at: "asking"
      readonly why: "bought" | "saved" | "underWay"
      readonly offer: Offer
      /** When the lookup began, by `performance.now`; `undefined` if that is unknown. */
      readonly sinceMillis: number | undefined
      readonly Asking: typeof AskingView
    }
  | {
      readonly at: "match"
      readonly outcome: Extract<Outcome, { readonly state: "match" }>
      readonly offer: Offer
      readonly Result: typeof ResultView
    }
  | {
      readonly at: "another"
      readonly outcome: Extract<Outcome, { readonly state: "another" }>
      readonly offer: Offer
      readonly Another: typeof AnotherView
    }
  | {
      readonly at: "noMatch"
      readonly outcome: Extract<Outcome, { readonly state: "noMatch" }>
      readonly offer: Offer
      readonly Miss: typeof MissView
    }
  | ((Attempt | Unsent) & {
      readonly at: "failed"
      readonly error: Failure
      /** As named by the answer or by the offer; `null` if there is no subject. */
      readonly subject: Subject | null
      readonly Failed: typeof FailedView
    })
