// What bodies of events are written from, and what all of them end with.

import { type Account, accountById } from "../../accounts/data.ts"
import type { Happening } from "../../happenings/data.ts"
import type { Page } from "../../issues/records.ts"
import { placeAt } from "../../issues/trackers.ts"
import { minimalRepository } from "../../records/repository.ts"
import type { Urls } from "../../records/urls.ts"
import { simpleOrganization, simpleUser } from "../../records/user.ts"
import type { Repository } from "../../repositories/data.ts"
import type { SandboxState } from "../../state.ts"
import type { World } from "../../world.ts"

export interface Writer {
  readonly state: SandboxState
  readonly world: World
  readonly urls: Urls
  /** Whoever did it. */
  readonly viewer: Account
}

/** A repository as events have it: with what its owner has set, and nothing of what the sender may do. */
export const eventRepository = ({ urls, world }: Writer, repository: Repository) => {
  const { permissions: _, ...record } = minimalRepository(world, urls, repository, undefined)
  return { ...record, custom_properties: {} }
}

const ownerNames = [
  "id",
  "node_id",
  "name",
  "full_name",
  "private",
  "owner",
  "html_url",
  "description",
  "fork",
  "url"
] as const

/** A repository within a run: its names and addresses. */
export const liteRepository = (writer: Writer, repository: Repository) => {
  const record = eventRepository(writer, repository)
  const { clone_url: _c, git_url: _g, homepage: _h, mirror_url: _m, ssh_url: _s, svn_url: _v, ...addresses } = record
  const isAddress = ([name]: readonly [string, unknown]): boolean => name.endsWith("_url")
  return {
    ...Object.fromEntries(ownerNames.map((name) => [name, record[name]])),
    ...Object.fromEntries(Object.entries(addresses).filter(isAddress))
  }
}

export const pageAt = ({ urls, world }: Writer, repository: Repository): Page => ({
  ...placeAt(world, repository),
  urls
})

export const user = ({ urls }: Writer, account: Account) => simpleUser(urls, account)
export const userById = (writer: Writer, id: number) => user(writer, accountById(writer.world, id))

/** Repository, organization and sender, as far as the event has them. */
export const ending = (writer: Writer, repository: Repository | null, owner: Account | undefined) => ({
  ...(repository === null ? {} : { repository: eventRepository(writer, repository) }),
  ...(owner?.type === "Organization" ? { organization: simpleOrganization(writer.urls, owner) } : {}),
  sender: user(writer, writer.viewer)
})

/** The repository of an event that has one. */
export const repositoryOf = ({ event, repository }: Happening): Repository => {
  if (repository === null) throw new Error(`${event} is an event of a repository`)
  return repository
}
