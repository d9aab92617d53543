// Turns queued events into deliveries and notifications, after each request and each control action.

import { type Account, accountById } from "../accounts/data.ts"
import { tellOfRuns, untilNextPhase } from "../actions/progress.ts"
import { tellOfPushes } from "../branches/activity.ts"
import { actionOf, type Happening } from "../happenings/data.ts"
import { notifyOf } from "../notifications/notifying.ts"
import type { SandboxState } from "../state.ts"
import type { World } from "../world.ts"
import { newGuid } from "./courier.ts"
import { type Hook, hooksAt, listensTo } from "./data.ts"
import { payloadOf } from "./payloads/payload.ts"

/** The owner of the event's repository or project. */
const ownerOf = (world: World, { event, repository, subject }: Happening): Account | undefined => {
  if (repository !== null) return accountById(world, repository.ownerId)
  return event === "projects_v2_item" ? accountById(world, subject.project.ownerId) : undefined
}

/** The hooks that listen to the event. Those of the repository come first. */
const audience = (world: World, { event, repository }: Happening, owner: Account | undefined): ReadonlyArray<Hook> => {
  const ofRepository = repository === null ? [] : hooksAt(world.hooks, "repository", repository.id)
  const ofOwner = owner?.type === "Organization" ? hooksAt(world.hooks, "organization", owner.id) : []
  return [...ofRepository, ...ofOwner].filter((hook) => listensTo(hook, event))
}

/** Sends the event to all hooks that listen to it, with the same GUID. */
const deliver = (state: SandboxState, happening: Happening, actorId: number): void => {
  const { world } = state
  const owner = ownerOf(world, happening)
  const hooks = audience(world, happening, owner)
  const viewer = accountById(world, happening.senderId ?? actorId)
  const guid = newGuid()
  for (const hook of hooks) {
    state.courier.deliver(world, hook, {
      event: happening.event,
      action: actionOf(happening),
      guid,
      repositoryId: happening.repository?.id ?? null,
      payload: payloadOf({ state, world, urls: hook.urls, viewer }, happening, owner),
      isRedelivery: false
    })
  }
}

/**
 * Sends all queued events. `actorId` is the account that caused them. Runs again on a timer when a workflow run reaches
 * its next phase.
 */
export const tell = (state: SandboxState, actorId: number): void => {
  const { world } = state
  tellOfPushes(world, actorId)
  tellOfRuns(world, state.clock.now())
  for (const happening of world.happenings.splice(0)) {
    notifyOf(world, happening, happening.senderId ?? actorId)
    deliver(state, happening, actorId)
  }
  clearTimeout(state.wake)
  const millis = untilNextPhase(world.actions, state.clock.now())
  if (millis === undefined) return
  state.wake = setTimeout(() => tell(state, actorId), millis)
  state.wake.unref()
}
