// Turns queued events into deliveries and notifications, after each request and each control action.

import { type Account, accountById } from "../accounts/accounts.ts"
import { reportRuns, untilNextPhase } from "../actions/progress.ts"
import { reportPushes } from "../branches/activity.ts"
import { actionOf, type DomainEvent } from "../domain-events/domain-events.ts"
import { notifyOf } from "../notifications/notifying.ts"
import type { SandboxState } from "../state.ts"
import type { World } from "../world.ts"
import { newGuid } from "./delivery-service.ts"
import { type Hook, hooksAt, listensTo } from "./hooks.ts"
import { payloadOf } from "./payloads/payload.ts"

/** The owner of the event's repository or project. */
const ownerOf = (world: World, { event, repository, subject }: DomainEvent): Account | undefined => {
  if (repository !== null) return accountById(world, repository.ownerId)
  return event === "projects_v2_item" ? accountById(world, subject.project.ownerId) : undefined
}

/** The hooks that listen to the event. Those of the repository come first. */
const audience = (
  world: World,
  { event, repository }: DomainEvent,
  owner: Account | undefined
): ReadonlyArray<Hook> => {
  const ofRepository = repository === null ? [] : hooksAt(world.hooks, "repository", repository.id)
  const ofOwner = owner?.type === "Organization" ? hooksAt(world.hooks, "organization", owner.id) : []
  return [...ofRepository, ...ofOwner].filter((hook) => listensTo(hook, event))
}

/** Sends the event to all hooks that listen to it, with the same GUID. */
const deliver = (state: SandboxState, domainEvent: DomainEvent, actorId: number): void => {
  const { world } = state
  const owner = ownerOf(world, domainEvent)
  const hooks = audience(world, domainEvent, owner)
  const viewer = accountById(world, domainEvent.senderId ?? actorId)
  const guid = newGuid()
  for (const hook of hooks) {
    state.deliveryService.deliver(world, hook, {
      event: domainEvent.event,
      action: actionOf(domainEvent),
      guid,
      repositoryId: domainEvent.repository?.id ?? null,
      payload: payloadOf({ state, world, urls: hook.urls, viewer }, domainEvent, owner),
      isRedelivery: false
    })
  }
}

/**
 * Sends all queued events. `actorId` is the account that caused them. Runs again on a timer when a workflow run reaches
 * its next phase.
 */
export const dispatchEvents = (state: SandboxState, actorId: number): void => {
  const { world } = state
  reportPushes(world, actorId)
  reportRuns(world, state.clock.now())
  for (const domainEvent of world.domainEvents.splice(0)) {
    notifyOf(world, domainEvent, domainEvent.senderId ?? actorId)
    deliver(state, domainEvent, actorId)
  }
  clearTimeout(state.wake)
  const millis = untilNextPhase(world.actions, state.clock.now())
  if (millis === undefined) return
  state.wake = setTimeout(() => dispatchEvents(state, actorId), millis)
  state.wake.unref()
}
