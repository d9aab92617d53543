/**
 * Requests for a repository's page: what waits for the user, what starts agents, its runs, and the changes that can be
 * made.
 */
import { refShape, type AccountRef } from "../../messaging/account.ts"
import {
  isBoolean,
  isNullable,
  isNumberIn,
  isPresent,
  isRecord,
  isStruct,
  isTextOf,
  type Inputs,
  type Is
} from "../../messaging/shape.ts"
import { pageShape, type Page } from "../enrich/requests.ts"
import type { SubscriptionView } from "../hub/requests.ts"

/** A repository, and the account that reads and changes it. */
export interface RepositoryRef extends AccountRef {
  readonly owner: string
  readonly repo: string
}

/** The key of what is kept for a repository. A code host ignores the case of both names. */
export const keyFor = (what: string, { plugin, account, owner, repo }: RepositoryRef): string =>
  `${what} ${plugin}/${account} ${`${owner}/${repo}`.toLowerCase()}`

/** What a tab shows. */
export type RepositoryPage =
  | { readonly state: "elsewhere" }
  /** A page of the public service, but no account that could read it. */
  | { readonly state: "notConnected"; readonly name: string }
  | {
      readonly state: "repository"
      readonly of: RepositoryRef
      /** The accounts that this page belongs to. */
      readonly names: ReadonlyArray<string>
      /** Changes whenever the tab shows another repository. */
      readonly key: string
      /** Lists that the page itself shows. */
      readonly shows: ReadonlyArray<"runs">
    }

export interface RepositoryFacts {
  /** `owner/repo`, as the service writes it. */
  readonly name: string
  /** The address of its page. */
  readonly url: string
  readonly branch: string | null
  /** ISO 8601. */
  readonly pushedAt: string | null
  /** The account's login name; empty if the service does not say. */
  readonly login: string
  readonly isArchived: boolean
  /** `null` if the service does not say. */
  readonly mayWrite: boolean | null
}

export interface Run {
  readonly id: number
  readonly workflow: string
  readonly number: number
  readonly branch: string
  readonly event: string
  readonly actor: string
  readonly url: string
  /** Its state. `failed` includes runs that timed out or never started. */
  readonly state: "waiting" | "running" | "succeeded" | "failed" | "cancelled" | "other"
  /** ISO 8601: when it started, and when it last changed. */
  readonly startedAt: string
  readonly updatedAt: string
}

export interface Runs {
  /** Newest first. */
  readonly newest: ReadonlyArray<Run>
  /** Those of `newest` that failed, without a newer run of the same workflow and branch. */
  readonly failed: ReadonlyArray<Run>
}

/** An issue or pull request that waits for the user. */
export interface Thread {
  readonly number: number
  readonly title: string
  /** Who opened it; empty if unknown. */
  readonly by: string
  /** Its page, or a path below the repository's page if the service does not name it. */
  readonly url: string
  /** ISO 8601. */
  readonly at: string
}

/** Pull requests whose review is requested from the user, and threads that mention the user. */
export interface WaitingForUser {
  readonly reviews: ReadonlyArray<Thread>
  /** `null` if this kind of token may not read notifications. */
  readonly mentions: ReadonlyArray<Thread> | null
}

/** How much of the account's rate limit is left; `null` if its server has none. */
export type Limit = { readonly left: number; readonly limit: number; readonly fullAt: string } | null

/** A trigger that can be added at the hub. */
interface AddableTrigger {
  readonly id: string
  readonly title: string
}

/** One field of a trigger's filters. */
export interface FilterField {
  readonly name: string
  readonly help: string
  readonly type: "texts" | "number" | "flag" | "choice"
  readonly choices: ReadonlyArray<string>
}

/** A subscription that the user wants to add: the trigger whose events start an agent. */
export interface NewSubscription extends RepositoryRef {
  readonly trigger: string
  readonly filters: Readonly<Record<string, unknown>>
}

/** What a trigger would start, judged by recent events. */
export interface Trial {
  readonly events: ReadonlyArray<{
    readonly at: string
    readonly title: string
    readonly starts: boolean
    readonly why: string | null
  }>
  readonly starting: number
}

/** An event in a repository that this browser polls. */
export interface Seen {
  readonly id: string
  readonly kind: "issue" | "pullRequest" | "runFailed" | "mention"
  readonly title: string
  readonly number: number
  readonly by: string
  readonly url: string
  readonly at: string
}

/** How this browser watches a repository. */
export interface Watched {
  readonly isWatched: boolean
  /** Newest first. */
  readonly seen: ReadonlyArray<Seen>
  /** Whether the last poll failed, at least in part. */
  readonly isFailing: boolean
  /**
   * Why nothing can be read any more: the account does not see the repository, it was renamed or moved, or the browser
   * does not allow requests to the service.
   */
  readonly unreachable?: "noAccess" | "moved" | "denied" | undefined
  /** Seconds between two polls, as the account's limit and the service currently allow. */
  readonly everySeconds: number
}

type Of = { readonly input: RepositoryRef }

export interface RepositoryRequests {
  /** Hosts whose pages belong to a connected code host, so that they are recognised by address alone. */
  readonly repositoryHosts: {
    readonly input: Record<never, never>
    readonly output: { readonly hosts: ReadonlyArray<string> }
  }
  /** Sends nothing to the code host. */
  readonly repositoryPage: {
    readonly input: Page & { readonly account: string | null }
    readonly output: RepositoryPage
  }
  readonly repositoryFacts: Of & { readonly output: RepositoryFacts }
  readonly repositoryRuns: Of & { readonly output: Runs }
  readonly repositoryAsked: Of & { readonly output: WaitingForUser }
  readonly repositoryLimit: Of & { readonly output: { readonly limit: Limit } }
  readonly repositoryWorkflows: Of & {
    readonly output: { readonly workflows: ReadonlyArray<{ readonly id: number; readonly name: string }> }
  }
  /** Triggers at the hub; `null` if the account is not one of the hub's. */
  readonly repositoryTriggers: Of & {
    readonly output: { readonly triggers: ReadonlyArray<SubscriptionView> | null }
  }
  readonly triggerChoices: Of & { readonly output: { readonly choices: ReadonlyArray<AddableTrigger> } }
  readonly triggerFilters: {
    readonly input: { readonly trigger: string }
    /** The hub's JSON Schemas. */
    readonly output: { readonly targetSchema: unknown; readonly filtersSchema: unknown }
  }
  /** Starts no agent. */
  readonly tryTrigger: { readonly input: NewSubscription; readonly output: Trial }
  /** `secret` signs what is sent to the agent. The hub shows it only this once. */
  readonly addTrigger: {
    readonly input: NewSubscription & { readonly url: string }
    readonly output: { readonly secret: string }
  }
  /** `sent`: how many deliveries; 0 if it was waiting already. */
  readonly sendAgain: { readonly input: { readonly delivery: string }; readonly output: { readonly sent: number } }

  /** Requests that change something: each is sent once, and never repeated automatically. */
  readonly starRepository: Of & { readonly output: null }
  readonly rerunRun: { readonly input: RepositoryRef & { readonly run: number }; readonly output: null }
  readonly startWorkflow: {
    readonly input: RepositoryRef & { readonly workflow: number; readonly ref: string }
    readonly output: null
  }
  readonly commentOn: {
    readonly input: RepositoryRef & { readonly number: number; readonly text: string }
    readonly output: null
  }

  /** Reads what this browser polls, and marks the repository's new events as seen. */
  readonly watched: Of & { readonly output: Watched }
  readonly watchRepository: {
    readonly input: RepositoryRef & { readonly isWatched: boolean }
    readonly output: Watched
  }
}

const isName: Is<string> = (value): value is string => isTextOf(100)(value) && /^[\w.-]+$/.test(value)
const isId = isTextOf(200)
const isWhole = isNumberIn(1, Number.MAX_SAFE_INTEGER)
const shape = { ...refShape, owner: isName, repo: isName }
const isOf = isStruct<RepositoryRef>(shape)
const isFilters = isRecord(isPresent, isTextOf(64))

export const MAX_COMMENT_CHARS = 10_000

export const inputs: Inputs<RepositoryRequests> = {
  repositoryHosts: isStruct({}),
  repositoryPage: isStruct({ ...pageShape, account: isNullable(isTextOf(80)) }),
  repositoryFacts: isOf,
  repositoryRuns: isOf,
  repositoryAsked: isOf,
  repositoryLimit: isOf,
  repositoryWorkflows: isOf,
  repositoryTriggers: isOf,
  triggerChoices: isOf,
  triggerFilters: isStruct({ trigger: isId }),
  tryTrigger: isStruct({ ...shape, trigger: isId, filters: isFilters }),
  addTrigger: isStruct({ ...shape, trigger: isId, filters: isFilters, url: isTextOf(2048) }),
  sendAgain: isStruct({ delivery: isId }),
  starRepository: isOf,
  rerunRun: isStruct({ ...shape, run: isWhole }),
  startWorkflow: isStruct({ ...shape, workflow: isWhole, ref: isTextOf(250) }),
  commentOn: isStruct({ ...shape, number: isWhole, text: isTextOf(MAX_COMMENT_CHARS) }),
  watched: isOf,
  watchRepository: isStruct({ ...shape, isWatched: isBoolean })
}
