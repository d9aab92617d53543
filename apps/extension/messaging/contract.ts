/**
 * The requests that pages of the extension send to the worker, and the worker's answers. Pure types, imported by both
 * sides. Each feature declares its requests in its own `requests.ts`, together with the guards that check their inputs
 * (`requests.ts` here collects them). A request that may spend credits says so with `mayCost`.
 */
import type { AccountRequests } from "../features/accounts/requests.ts"
import type { ChargeRequests } from "../features/charges/requests.ts"
import type { EnrichRequests } from "../features/enrich/requests.ts"
import type { HistoryRequests } from "../features/history/requests.ts"
import type { HubRequests } from "../features/hub/requests.ts"
import type { NoteRequests } from "../features/notes/requests.ts"
import type { NotificationRequests } from "../features/notifications/requests.ts"
import type { LineRequests } from "../features/page-line/requests.ts"
import type { PeopleRequests } from "../features/people/requests.ts"
import type { PreferenceRequests } from "../features/preferences/requests.ts"
import type { RepositoryRequests } from "../features/repository/requests.ts"
import type { SiteRequests } from "../features/site/requests.ts"
import type { Failure } from "./failure.ts"

/** Every request by name, with its input and output. */
export interface Requests
  extends
    AccountRequests,
    ChargeRequests,
    EnrichRequests,
    HistoryRequests,
    HubRequests,
    LineRequests,
    NoteRequests,
    NotificationRequests,
    PeopleRequests,
    PreferenceRequests,
    RepositoryRequests,
    SiteRequests {}

export type RequestName = keyof Requests

/** Requests that may spend credits: those whose declaration says `mayCost: true`. */
export type PaidRequest = {
  [N in RequestName]: Requests[N] extends { readonly mayCost: true } ? N : never
}[RequestName]

export interface Envelope<N extends RequestName = RequestName> {
  readonly inlay: N
  readonly input: Requests[N]["input"]
}

/** The output, or the facts of an error if the request failed. */
export type Reply<N extends RequestName> =
  | { readonly ok: true; readonly output: Requests[N]["output"] }
  | { readonly ok: false; readonly error: Failure }
