// The simulated world as plain data. Each part has a file of its name that says what it stores, listed here,
// and a `seed.ts` that fills it, listed in `seed-world.ts`.

import type { Accounts } from "./accounts/accounts.ts"
import { type Actions, makeActions } from "./actions/actions.ts"
import type { Activity, RefsSeen } from "./branches/activity-data.ts"
import type { Boards } from "./cards/cards.ts"
import type { Discussion } from "./discussions/discussions.ts"
import type { DomainEvent } from "./domain-events/domain-events.ts"
import { type GistStore, makeGistStore } from "./gists/gists.ts"
import { type HookStore, makeHookStore } from "./hooks/hooks.ts"
import type { Trackers } from "./issues/tracker.ts"
import type { NotificationThread } from "./notifications/notifications.ts"
import type { Project } from "./projects/projects.ts"
import type { Releases } from "./releases/releases.ts"
import type { Repositories } from "./repositories/repositories.ts"

export interface World {
  readonly ids: Ids
  readonly accounts: Accounts
  readonly repositories: Repositories
  readonly releases: Releases
  readonly trackers: Trackers
  readonly actions: Actions
  readonly gists: GistStore
  readonly projects: Array<Project>
  /** Events that have not been sent yet. */
  readonly domainEvents: Array<DomainEvent>
  readonly hooks: HookStore
  readonly discussions: Array<Discussion>
  /** Boards of classic projects. */
  readonly boards: Boards
  readonly notifications: Array<NotificationThread>
  /** Activity of branches, oldest first. */
  readonly activities: Array<Activity>
  readonly refsSeen: RefsSeen
}

/** Ids of new records. The same calls produce the same ids. */
export interface Ids {
  /** Each kind has its own counter. */
  readonly next: (kind: string) => number
}

export interface SeedOptions {
  /** Number of open issues in `acme/widgets`. Defaults to 130. */
  readonly issues?: number
}

const makeIds = (): Ids => {
  const last = new Map<string, number>()
  return {
    next: (kind) => {
      const id = (last.get(kind) ?? 1_000) + 1
      last.set(kind, id)
      return id
    }
  }
}

export const emptyWorld = (): World => ({
  ids: makeIds(),
  accounts: { byId: new Map(), byLogin: new Map() },
  repositories: { byId: new Map(), byName: new Map() },
  releases: new Map(),
  trackers: new Map(),
  actions: makeActions(),
  gists: makeGistStore(),
  projects: [],
  domainEvents: [],
  hooks: makeHookStore(),
  discussions: [],
  boards: { columns: [], cards: [] },
  notifications: [],
  activities: [],
  refsSeen: new Map()
})
