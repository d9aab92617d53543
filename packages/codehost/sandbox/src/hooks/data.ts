// Hooks of repositories and organizations, and the log of what was sent to each.

import type { JsonObject } from "@inlay/sandbox-kit/json"

import type { Urls } from "../records/urls.ts"

export interface Hook {
  readonly id: number
  /** A repository, or an organization. */
  readonly target: { readonly kind: "repository" | "organization"; readonly id: number }
  readonly createdAt: string
  updatedAt: string
  active: boolean
  events: ReadonlyArray<string>
  url: string
  contentType: "json" | "form"
  secret: string | null
  insecureSsl: boolean
  /** The addresses by which whoever made it reached the service: its payloads name these. */
  readonly urls: Urls
  lastResponse: { readonly code: number | null; readonly status: string; readonly message: string | null }
}

/** One attempt to deliver, made or under way. Times are those of the sandbox's clock, in Unix milliseconds. */
export interface Attempt {
  readonly id: number
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
  /** 0: no answer. */
  statusCode: number
  /** In the service's words; null until it is over. */
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
