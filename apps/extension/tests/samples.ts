/** One sample of every state, for tests and the gallery. The people are invented. */
import type { Card } from "@inlay/agent-plugin/Card"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import { StorageError } from "@inlay/core-http/StorageError"

import type { AccountView } from "../features/accounts/requests.ts"
import type { Spending } from "../features/charges/requests.ts"
import type { UnknownCharge } from "../features/charges/unknown-charge.ts"
import type { Outcome, Payer, Preview, Price } from "../features/enrich/requests.ts"
import { InApplication } from "../features/enrich/view/offer/in-application.tsx"
import { NotConnected } from "../features/enrich/view/offer/not-connected.tsx"
import { Undecided } from "../features/enrich/view/offer/undecided.tsx"
import { Unkept } from "../features/enrich/view/offer/unkept.tsx"
import { Another } from "../features/enrich/view/outcome/another.tsx"
import { Failed } from "../features/enrich/view/outcome/failed.tsx"
import { Miss } from "../features/enrich/view/outcome/miss.tsx"
import { Result } from "../features/enrich/view/outcome/result.tsx"
import type { Offer, Stage } from "../features/enrich/view/stage.ts"
import type { Send } from "../messaging/client.ts"
import type { Reply, RequestName } from "../messaging/contract.ts"
import type { Failure } from "../messaging/failure.ts"
import type { Subject } from "../messaging/subject.ts"
import {
  accountClosed,
  expired,
  failureOf,
  hostDenied,
  movedOn,
  notConnected,
  offline,
  storageFailure
} from "../providers/failures.ts"
import { VaultProblem } from "../vault/keys.ts"

export const NOW = Date.parse("2026-11-21T03:00:00Z")

export const person: Subject = { kind: "person", name: "mia-nguyen-4b2a19", key: "person:mia-nguyen-4b2a19" }
export const company: Subject = { kind: "company", name: "kauri-foods", key: "company:kauri-foods" }
export const site: Subject = { kind: "site", name: "kaurifoods.co.nz", key: "site:kaurifoods.co.nz" }
const mail: Subject = { kind: "site", name: "google.com", key: "site:google.com" }
export const price: Price = { upTo: 2, spentToday: 13, cap: { kind: "day", limit: 50, left: 37 } }
export const payer: Payer = { plugin: "salesdata", account: "default", names: ["default"] }
/** The lookup of a subject, as it is offered. */
export const offerOf = (subject: Subject): Offer => ({ subject, price, payer })
/** Under a run cap of 20 that leaves less than the day's. */
const sessionPrice = (left: number): Price => ({ ...price, cap: { kind: "run", limit: 20, left } })

export const unknownCharge: UnknownCharge = {
  id: "row-1",
  operation: "enrichPerson",
  subjects: ["mia-nguyen-4b2a19"],
  at: new Date(NOW - 3_600_000).toISOString(),
  upTo: 2,
  again: { upTo: 2 }
}

export const personCard: Card = {
  title: "Mia Nguyen",
  subtitle: "Head of Procurement · Kauri Foods",
  notices: [],
  sections: [
    {
      title: "",
      rows: [
        {
          label: "Work e-mail",
          value: "mia.nguyen@kaurifoods.co.nz",
          kind: "email",
          mark: { text: "verified", tone: "good" },
          source: "person.emails[0].email"
        },
        { label: "Mobile", value: "+64 21 555 0142", kind: "phone", source: "person.phones[0].number" },
        { label: "Direct phone", value: "+64 9 555 0117", kind: "phone", source: "person.phones[1].number" }
      ]
    },
    {
      title: "Role",
      rows: [
        { label: "Location", value: "Auckland, New Zealand", kind: "text", source: "person.location" },
        { label: "Seniority", value: "Head", kind: "text", source: "person.seniority" }
      ]
    },
    {
      title: "Company",
      rows: [
        { label: "Name", value: "Kauri Foods Limited", kind: "text", source: "person.company.name" },
        { label: "Domain", value: "kaurifoods.co.nz", kind: "text", source: "person.company.domain" },
        { label: "ABN", value: "51 824 753 556", kind: "text", source: "person.company.abn" }
      ]
    }
  ],
  fetchedAt: new Date(NOW - 5_000).toISOString(),
  fromCache: false
}

const dnc = { text: "do not call", tone: "danger" } as const

export const warnedCard: Card = {
  ...personCard,
  subtitle: "Regional Manager for Strategic Partnerships and Government Relations · Kauri Foods Limited",
  notices: [
    { tone: "warning", text: "The provider last checked this on 2025-11-02." },
    { tone: "danger", text: "On the do-not-call register: do not phone." }
  ],
  sections: personCard.sections.map((section, s) =>
    s > 0
      ? section
      : {
          title: "",
          rows: [
            {
              label: "Work e-mail",
              value: "mia-catherine.nguyen-fitzgerald@procurement.kaurifoods.co.nz",
              kind: "email",
              mark: { text: "risky", tone: "warning" },
              source: "person.emails[0].email"
            },
            { label: "Mobile", value: "+64 21 555 0142", kind: "phone", mark: dnc, source: "person.phones[0].number" },
            {
              label: "Direct phone",
              value: "+64 9 555 0117",
              kind: "phone",
              mark: dnc,
              source: "person.phones[1].number"
            }
          ]
        }
  ),
  fetchedAt: new Date(NOW - 3 * 86_400_000).toISOString(),
  fromCache: true
}

const companyCard: Card = {
  title: "Kauri Foods Limited",
  subtitle: "Food manufacturing · Auckland, New Zealand",
  notices: [],
  sections: [
    {
      title: "",
      rows: [
        { label: "Employees", value: "1,240", kind: "number", source: "company.employee_count" },
        { label: "Size band", value: "1001-5000", kind: "text", source: "company.size" },
        { label: "ABN", value: "51 824 753 556", kind: "text", source: "company.abn" }
      ]
    },
    {
      title: "Contact",
      rows: [
        { label: "Website", value: "https://kaurifoods.co.nz/about", kind: "url", source: "company.website" },
        { label: "Phone", value: "+64 9 555 0100", kind: "phone", source: "company.phone" }
      ]
    },
    {
      title: "Technology",
      rows: [
        {
          label: "Technologies",
          value:
            "Warehouse suite, Customer desk, Web shop, Newsletter tool, Analytics, Cloud storage, Route planner, Time sheets, Payroll, Point of sale, Loyalty programme, Document signing",
          kind: "text",
          source: "company.technologies"
        }
      ]
    }
  ],
  fetchedAt: new Date(NOW - 5_000).toISOString(),
  fromCache: false
}

/** Markup, script addresses and formulas where a provider should have plain values. */
export const hostileCard: Card = {
  title: "<img src=x onerror=alert(1)>",
  subtitle: "<script>alert(2)</script>",
  notices: [{ tone: "danger", text: "<b>bold</b>" }],
  sections: [
    {
      title: "<i>section</i>",
      rows: [
        { label: "<u>label</u>", value: "javascript:alert(3)", kind: "url", source: "<s>source</s>" },
        { label: "E-mail", value: "a@b.example?bcc=all@b.example", kind: "email", source: "" },
        { label: "Phone", value: "+64 21 555;ext=javascript:1", kind: "phone", source: "" },
        { label: "Formula", value: '=HYPERLINK("https://x.example")', kind: "text", source: "" }
      ]
    }
  ],
  fetchedAt: "2026-11-21T02:59:00Z",
  fromCache: false
}

/** A direction override in every text that a provider can fill. */
export const turnedCard: Card = {
  title: "Mia \u202Enayugn",
  subtitle: "Head\u202E of",
  notices: [{ tone: "danger", text: "not\u202Eice" }],
  sections: [
    {
      title: "Sec\u202Etion",
      rows: [
        {
          label: "Work\u202E e-mail",
          value: "mia@\u202Eexample.org",
          kind: "email",
          mark: { text: "veri\u202Efied", tone: "good" },
          source: "a.\u202Eb"
        },
        { label: "Phone", value: "\u200B+64 21 555 0142", kind: "phone", source: "" }
      ]
    }
  ],
  fetchedAt: "2026-11-21T02:59:00Z",
  fromCache: false
}

const error = (reason: Failure["reason"], message: string, more: Partial<Failure> = {}): Failure => ({
  reason,
  message,
  what: message.slice(0, message.length - (more.fix ?? "").length).trim(),
  provider: "salesdata",
  operation: "people_enrichment",
  fix: "",
  ...more
})

/** As the worker sends what the extension itself has to say. */
const own = (failure: ProviderError): Failure => failureOf(failure)

export const errors = {
  unauthorized: error(
    "Unauthorized",
    "The provider refused the API key (401). Check the key in the account’s settings."
  ),
  forbidden: error("Forbidden", "The provider refused this call (403). Ask for the right in the provider’s settings.", {
    needs: "people:read"
  }),
  notFound: error("NotFound", "The provider has no such address (404). Check the base address."),
  rateLimited: error("RateLimited", "The provider allows no more requests for now (429). Wait, then try again.", {
    retryAfterSeconds: 12
  }),
  quota: error("QuotaExhausted", "The plan’s credits are used up (402). Buy credits, or wait for the next period.", {
    resetsAt: "2026-12-01T00:00:00Z"
  }),
  cap: error(
    "Refused",
    "This would cost up to 2 credits, and 49 of the day cap of 50 credits are used. Nothing was sent. Raise the account's day cap, or wait until 00:00 UTC.",
    { guard: "cap" }
  ),
  address: error(
    "Refused",
    "The base address is not a URL. Set a base address such as https://api.provider.example/v1.",
    { operation: "connect", guard: "baseAddress" }
  ),
  redirect: error(
    "Refused",
    "The provider redirected the call to other.example; a credential is never sent after a redirect. Set the account's base address to the final address.",
    { guard: "redirect" }
  ),
  undecidedRefusal: error(
    "Refused",
    "The same lookup was sent at 2026-11-21T02:00:00.000Z and its answer was lost: it may have been charged. Nothing was sent now. Look at the provider's credit log, then choose to ask again.",
    { guard: "undecided", charged: "unknown" }
  ),
  unkeptRefusal: error(
    "Refused",
    "The same lookup was bought at 2026-11-21T02:00:00.000Z for 2 credits, and its answer could not be kept. Nothing was sent now. Ask again by choice to buy it once more: it costs again.",
    { guard: "unkept" }
  ),
  ledger: error(
    "Refused",
    "The spending ledger cannot be used: ledger.reserve failed: the disk is full. Nothing was sent. Free some disk space and restart the browser.",
    { guard: "ledger" }
  ),
  settings: error(
    "Invalid",
    "cap_day must be a number, 0 or more. Nothing was sent. Correct the input and run it again.",
    {
      operation: "connect",
      fields: [{ field: "cap_day", message: "must be a number, 0 or more" }]
    }
  ),
  unusableKey: error(
    "Unauthorized",
    "The key holds a line break. Nothing was sent. Check the key in the account's settings.",
    {
      fix: "Nothing was sent. Check the key in the account's settings.",
      sent: false
    }
  ),
  transport: error("Transport", "The provider could not be reached. Check the connection, then try again."),
  timeout: error(
    "Timeout",
    "The same lookup was already under way, and did not end within 30 s. Nothing was sent again. Try again in a minute."
  ),
  unknownCharge: error(
    "Timeout",
    "No answer within 30 s. It may have been charged: look at the provider's credit log before you ask again.",
    {
      charged: "unknown"
    }
  ),
  failedCharge: error(
    "Unavailable",
    "The provider failed (503). It may have been charged: look at the provider's credit log before you ask again.",
    {
      charged: "unknown"
    }
  ),
  openChange: error(
    "Unavailable",
    "The service failed (503). It may have been done: list the newest issues of acme/widgets before you repeat it.",
    { outcome: "unknown" }
  ),
  conflict: error("Conflict", "The provider reports a conflict. Read the current state and try again."),
  unavailable: error("Unavailable", "The provider answered 503. Try again in a few minutes."),
  decode: error("Decode", "The answer could not be read: it is not JSON. Tell the provider."),
  invalid: error(
    "Invalid",
    "profilenet_url is not a profile address. Nothing was sent. Correct the input and run it again.",
    { fields: [{ field: "profilenet_url", message: "is not a profile address" }] }
  ),
  rejected: error("Invalid", "The provider rejected the request (422). Correct the input.", { fields: [] }),
  notConnectedAnyMore: own(notConnected("enrich")),
  keyLost: own(accountClosed("preview", "default", new VaultProblem({ kind: "keyLost" }))),
  movedOn: own(movedOn("enrich")),
  expired: own(expired("enrich")),
  hostDenied: own(hostDenied("enrich", "https://api.provider.example")),
  offline: own(offline("enrich")),
  storage: own(storageFailure("preview", new StorageError({ operation: "ledger.spent", cause: new Error("quota") })))
} as const

const match = (
  card: Card,
  charged: number | "unknown",
  inPage: Extract<Outcome, { state: "match" }>["inPage"],
  subject = person
): Stage => ({
  at: "match",
  outcome: { state: "match", subject, card, charged, inPage },
  offer: offerOf(subject),
  Result
})

const failed = (failure: Failure, subject: Subject | null = person): Stage => ({
  at: "failed",
  error: failure,
  subject,
  offer: subject === null ? null : offerOf(subject),
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
  ready: { at: "preview", preview: { state: "ready", subject: person, price, payer, address: "" } },
  readyCompany: {
    at: "preview",
    preview: { state: "ready", subject: company, price: { ...price, upTo: 1 }, payer, address: "" }
  },
  readySite: {
    at: "preview",
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
    preview: { state: "ready", subject: person, price: sessionPrice(6), payer, address: "" }
  },
  readyAtRunCap: {
    at: "preview",
    preview: { state: "ready", subject: person, price: sessionPrice(1), payer, address: "" }
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
  undecided: {
    at: "undecided",
    Undecided,
    preview: {
      state: "undecided",
      subject: person,
      price,
      payer,
      since: new Date(NOW - 3_600_000).toISOString(),
      charges: [unknownCharge]
    }
  },
  unkept: {
    at: "unkept",
    Unkept,
    preview: {
      state: "unkept",
      subject: person,
      price,
      payer,
      since: new Date(NOW - 3_600_000).toISOString(),
      charged: 2,
      why: "store"
    }
  },
  asking: { at: "asking", why: "bought", offer: offerOf(person), sinceMillis: -1_200 },
  opening: { at: "asking", why: "saved", offer: offerOf(person), sinceMillis: 0 },
  underWay: { at: "asking", why: "underWay", offer: offerOf(person), sinceMillis: -1_200 },
  match: match(personCard, 2, "shown"),
  matchWarned: match(warnedCard, 0, "moved"),
  matchCompany: match(companyCard, 1, "off", company),
  matchTurned: match(turnedCard, 0, "shown"),
  matchUnknownCharge: match(personCard, "unknown", "blocked"),
  another: {
    at: "another",
    outcome: { state: "another", subject: person, card: { ...personCard, title: "Bob Tan" }, charged: 2 },
    offer: offerOf(person),
    Another
  },
  noMatch: noMatch(false),
  noMatchSaved: noMatch(true),
  ...Object.fromEntries(Object.entries(errors).map(([name, failure]) => [name, failed(failure)])),
  failedBeforeSubject: failed(errors.keyLost, null)
}

export const stored: AccountView = {
  plugin: "salesdata",
  account: "default",
  kind: "api_key",
  values: {
    base_url: "https://api.provider.example/v1",
    key_header: "x-api-key",
    cap_day: "50",
    profile_site: "profiles.example"
  },
  hasSecret: { api_key: true }
}

/** A worker that knows preferences alone. */
export const preferencesWorker = (works = true) => {
  const asked: Array<readonly [RequestName, unknown]> = []
  const send = (name: RequestName, input: unknown): Promise<Reply<RequestName>> => {
    asked.push([name, input])
    return Promise.resolve(
      name === "preferences"
        ? { ok: true, output: { showInPage: true } }
        : works
          ? { ok: true, output: null }
          : { ok: false, error: errors.storage }
    )
  }
  return { send: send as Send, asked }
}

export const spending: Spending = {
  today: 13,
  undecided: [
    unknownCharge,
    {
      id: "row-2",
      operation: "searchPeople",
      subjects: [],
      at: new Date(NOW - 1_800_000).toISOString(),
      upTo: null,
      again: undefined
    }
  ]
}
