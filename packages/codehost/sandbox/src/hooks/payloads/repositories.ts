// Payloads of events about stars, forks, members, releases and repositories.

import type { DomainEvent } from "../../domain-events/domain-events.ts"
import { siteOf } from "../../records/commit.ts"
import { roleName } from "../../records/repository.ts"
import { releaseRecord } from "../../releases/records.ts"
import { hasRole, type Role } from "../../repositories/repositories.ts"
import { eventRepository, repositoryOf, userById, type Writer } from "./writer.ts"

export const stars = (_: Writer, { subject: { action, starredAt } }: DomainEvent<"star">) => ({
  action,
  starred_at: starredAt
})

export const watches = (_: Writer, { subject }: DomainEvent<"watch">) => ({ ...subject })

export const forks = (writer: Writer, { subject }: DomainEvent<"fork">) => ({
  forkee: { ...eventRepository(writer, subject.fork), public: !subject.fork.private }
})

/** One of the three legacy permission names. */
const permission = (role: Role): string => (hasRole(role, "admin") ? "admin" : hasRole(role, "push") ? "write" : "read")

export const members = (writer: Writer, { subject }: DomainEvent<"member">) => {
  const { action, from, personId, role } = subject
  const changes =
    action === "added"
      ? { changes: { permission: { to: permission(role) }, role_name: { to: roleName(role) } } }
      : action === "edited" && from !== undefined
        ? { changes: { old_permission: { from: permission(from) } } }
        : {}
  return { action, member: userById(writer, personId), ...changes }
}

export const releases = (writer: Writer, domainEvent: DomainEvent<"release">) => {
  const { action, changes, release } = domainEvent.subject
  const site = siteOf(writer.world, writer.urls, repositoryOf(domainEvent))
  return {
    action,
    ...(changes === undefined ? {} : { changes }),
    release: releaseRecord(site, release)
  }
}

export const repositories = (_: Writer, { subject: { action, changes } }: DomainEvent<"repository">) => ({
  action,
  ...(changes === undefined ? {} : { changes })
})
