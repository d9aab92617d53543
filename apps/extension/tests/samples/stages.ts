/** One sample of every state of the popup, for tests and the gallery. */
import type { Card } from "@inlay/agent-plugin/Card"

import type { Outcome, Preview } from "../../features/enrich/requests.ts"
import { InApplication } from "../../features/enrich/view/offer/in-application.tsx"
import { NotConnected } from "../../features/enrich/view/offer/not-connected.tsx"
import { Asking, Ready } from "../../features/enrich/view/offer/states.tsx"
import { Uncached } from "../../features/enrich/view/offer/uncached.tsx"
import { UnknownCharge } from "../../features/enrich/view/offer/unknown-charge.tsx"
import { Another } from "../../features/enrich/view/outcome/another.tsx"
import { Failed } from "../../features/enrich/view/outcome/failed.tsx"
import { Miss } from "../../features/enrich/view/outcome/miss.tsx"
import { Result } from "../../features/enrich/view/outcome/result.tsx"
import type { Stage } from "../../features/enrich/view/stage.ts"
import type { Failure } from "../../messaging/failure.ts"
import type { Subject } from "../../messaging/subject.ts"
import { unknownCharge } from "./accounts.ts"
import { companyCard, companyRecord, personCard, personRecord, turnedCard, warnedCard } from "./cards.ts"
import { errors } from "./failures.ts"
import { company, hubRunPrice, mail, NOW, offerOf, payer, person, price, sessionPrice, site } from "./subjects.ts"

const match = (
  card: Card,
  charged: number | "unknown",
  inPage: Extract<Outcome, { state: "match" }>["inPage"],
  subject = person
): Stage => ({
  at: "match",
  outcome: {
    state: "match",
    subject,
    card,
    charged,
    inPage,
    record: subject.kind === "person" ? personRecord : companyRecord,
    matchedOn: ["profilenet_url", "profilenet_slug"]
  },
  offer: offerOf(subject),
  Result
})

const failedStage = (failure: Failure, subject: Subject | null = person): Stage => ({
  at: "failed",
  error: failure,
  subject,
  ...(subject === null
    ? { offer: null, isFirstLook: true }
    : { offer: offerOf(subject), consent: "charge", place: "page" }),
  Failed
})

const noMatch = (fromCache: boolean): Stage => ({
  at: "noMatch",
  outcome: {
    state: "noMatch",
    subject: person,
    charged: fromCache ? 0 : 1,
    fetchedAt: new Date(NOW - 3 * 3_600_000).toISOString(),
    fromCache
  },
  offer: offerOf(person),
  Miss
})

const inMail = (preview: Extract<Preview, { readonly state: "ready" | "cached" }>): Stage => ({
  at: "application",
  application: "mail",
  preview,
  InApplication
})

export const stages: Readonly<Record<string, Stage>> = {
  looking: { at: "looking" },
  notConnected: { at: "notConnected", NotConnected },
  ready: {
    at: "preview",
    Ready,
    preview: {
      state: "ready",
      subject: person,
      price,
      payer,
      address: "https://www.linkedin.com/in/mia-nguyen-4b2a19"
    }
  },
  readyCompany: {
    at: "preview",
    Ready,
    preview: { state: "ready", subject: company, price: { ...price, upTo: 1 }, payer, address: "" }
  },
  readySite: {
    at: "preview",
    Ready,
    preview: { state: "ready", subject: site, price: { upTo: null, spentToday: 4, cap: null }, payer, address: "" }
  },
  readyInMail: inMail({ state: "ready", subject: mail, price, payer, address: "https://mail.google.com/" }),
  readyInMailAtCap: inMail({
    state: "ready",
    subject: mail,
    price: { ...price, cap: { kind: "day", limit: 50, left: 1 } },
    payer,
    address: "https://mail.google.com/"
  }),
  savedInMail: inMail({
    state: "cached",
    subject: mail,
    price,
    payer,
    match: true,
    address: "https://mail.google.com/",
    fetchedAt: new Date(NOW - 3 * 3_600_000).toISOString()
  }),
  readyAtCap: {
    at: "preview",
    Ready,
    preview: {
      state: "ready",
      subject: person,
      price: { ...price, spentToday: 49, cap: { kind: "day", limit: 50, left: 1 } },
      payer,
      address: ""
    }
  },
  readyInSession: {
    at: "preview",
    Ready,
    preview: { state: "ready", subject: person, price: sessionPrice(6), payer, address: "" }
  },
  readyAtRunCap: {
    at: "preview",
    Ready,
    preview: { state: "ready", subject: person, price: sessionPrice(1), payer, address: "" }
  },
  readyAtHubRunCap: {
    at: "preview",
    Ready,
    preview: { state: "ready", subject: person, price: hubRunPrice(1), payer, address: "" }
  },
  cachedMiss: {
    at: "cachedMiss",
    Miss,
    preview: {
      state: "cached",
      subject: person,
      price,
      payer,
      match: false,
      address: "",
      fetchedAt: new Date(NOW - 3 * 3_600_000).toISOString()
    }
  },
  blockedByCharge: {
    at: "unknownCharge",
    UnknownCharge,
    preview: {
      state: "unknownCharge",
      subject: person,
      price,
      payer,
      since: new Date(NOW - 3_600_000).toISOString(),
      charges: [unknownCharge]
    }
  },
  uncached: {
    at: "uncached",
    Uncached,
    preview: {
      state: "uncached",
      subject: person,
      price,
      payer,
      since: new Date(NOW - 3_600_000).toISOString(),
      charged: 1,
      why: "store"
    }
  },
  asking: { at: "asking", Asking, why: "bought", offer: offerOf(person), sinceMillis: -1_200 },
  opening: { at: "asking", Asking, why: "saved", offer: offerOf(person), sinceMillis: 0 },
  underWay: { at: "asking", Asking, why: "underWay", offer: offerOf(person), sinceMillis: -1_200 },
  match: match(personCard, 2, "shown"),
  matchWarned: match(warnedCard, 0, "moved"),
  matchCompany: match(companyCard, 1, "off", company),
  matchTurned: match(turnedCard, 0, "shown"),
  matchHere: match(personCard, 0, "here"),
  matchUnknownCharge: match(personCard, "unknown", "blocked"),
  another: {
    at: "another",
    outcome: {
      state: "another",
      subject: person,
      card: { ...personCard, title: "Bob Tan" },
      charged: 2,
      record: personRecord,
      matchedOn: []
    },
    offer: offerOf(person),
    Another
  },
  noMatch: noMatch(false),
  noMatchSaved: noMatch(true),
  ...Object.fromEntries(Object.entries(errors).map(([name, failure]) => [name, failedStage(failure)])),
  failedBeforeSubject: failedStage(errors.keyLost, null),
  failedBeforeOffer: { at: "failed", error: errors["unavailable"], subject: person, offer: null, Failed }
}
