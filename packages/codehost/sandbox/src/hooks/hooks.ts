// Hooks of repositories and organizations, and the log of their deliveries.

import type { JsonObject } from "@inlay/sandbox-kit/json"

import type { Urls } from "../records/urls.ts"

export interface Hook {
  readonly id: number
  /** The repository or organization that the hook belongs to. */
  readonly target: { readonly kind: "repository" | "organization"; readonly id: number }
  readonly createdAt: string
  updatedAt: string
  active: boolean
  events: ReadonlyArray<string>
  url: string
  contentType: "json" | "form"
  secret: string | null
  insecureSsl: boolean
  /** The URLs under which the hook's creator reached the service. Payloads use the same URLs. */
  readonly urls: Urls
  lastResponse: { readonly code: number | null; readonly status: string; readonly message: string | null }
}

/** One delivery attempt, completed or in progress. Times are Unix milliseconds of the sandbox's clock. */
export interface Attempt {
  /** Past 2^53, like the service's since 2026. */
  readonly id: bigint
  readonly hookId: number
  readonly guid: string
  readonly event: string
  readonly action: string | null
  readonly repositoryId: number | null
  readonly isRedelivery: boolean
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly payload: JsonObject
  readonly startedMillis: number
  durationMillis: number
  /** 0 if there was no response. */
  statusCode: number
  /** The service's status text. Null until the attempt is complete. */
  status: string | null
  responseHeaders: Readonly<Record<string, string>> | null
  responseBody: string | null
}

export interface HookStore {
  readonly hooks: Map<number, Hook>
  /** Oldest first. */
  readonly attempts: Array<Attempt>
}

export const makeHookStore = (): HookStore => ({ hooks: new Map(), attempts: [] })

export const hooksAt = ({ hooks }: HookStore, kind: Hook["target"]["kind"], id: number): ReadonlyArray<Hook> =>
  [...hooks.values()].filter(({ target }) => target.kind === kind && target.id === id)

export const listensTo = ({ active, events }: Hook, event: string): boolean =>
  active && (events.includes("*") || events.includes(event))
