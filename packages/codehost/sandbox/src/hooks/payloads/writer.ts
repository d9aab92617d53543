// The context that payloads are built from, and the members that all of them end with.

import { type Account, accountById } from "../../accounts/accounts.ts"
import type { DomainEvent } from "../../domain-events/domain-events.ts"
import type { Page } from "../../issues/records.ts"
import { placeAt } from "../../issues/trackers.ts"
import { minimalRepository } from "../../records/repository.ts"
import type { Urls } from "../../records/urls.ts"
import { simpleOrganization, simpleUser } from "../../records/user.ts"
import type { Repository } from "../../repositories/repositories.ts"
import type { SandboxState } from "../../state.ts"
import type { World } from "../../world.ts"

export interface Writer {
  readonly state: SandboxState
  readonly world: World
  readonly urls: Urls
  /** The account that caused the event. */
  readonly viewer: Account
}

/** A repository in the form of events: with custom properties and without the sender's permissions. */
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

/** A repository within a workflow run: only its names and URLs. */
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

const user = ({ urls }: Writer, account: Account) => simpleUser(urls, account)
export const userById = (writer: Writer, id: number) => user(writer, accountById(writer.world, id))

/** Repository, organization and sender, if the event has them. */
export const ending = (writer: Writer, repository: Repository | null, owner: Account | undefined) => ({
  ...(repository === null ? {} : { repository: eventRepository(writer, repository) }),
  ...(owner?.type === "Organization" ? { organization: simpleOrganization(writer.urls, owner) } : {}),
  sender: user(writer, writer.viewer)
})

/** The repository of an event that must have one. */
export const repositoryOf = ({ event, repository }: DomainEvent): Repository => {
  if (repository === null) throw new Error(`${event} is an event of a repository`)
  return repository
}
