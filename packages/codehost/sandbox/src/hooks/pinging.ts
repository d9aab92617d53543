// Deliveries on request: pings, tests and redeliveries.
// Source: https://docs.github.com/en/webhooks/webhook-events-and-payloads#ping

import { accountById } from "../accounts/accounts.ts"
import type { Context } from "../frame/context.ts"
import { viewerOf } from "../frame/context.ts"
import { repositoryById } from "../repositories/repositories.ts"
import { newGuid } from "./delivery-service.ts"
import { type Attempt, type Hook, listensTo } from "./hooks.ts"
import { payloadOf } from "./payloads/payload.ts"
import { ending } from "./payloads/writer.ts"
import { hookRecord } from "./records.ts"

const zen = "Keep it logically awesome."

const writerOf = (context: Context, { urls }: Hook) => {
  const { state, world } = context
  return { state, world, urls, viewer: viewerOf(context) }
}

const deliver = (
  { state, world }: Context,
  hook: Hook,
  delivery: Pick<Attempt, "event" | "action" | "guid" | "payload" | "isRedelivery">
) =>
  state.deliveryService.deliver(world, hook, {
    repositoryId: hook.target.kind === "repository" ? hook.target.id : null,
    ...delivery
  })

export const ping = (context: Context, hook: Hook): void => {
  const { world } = context
  const { id, kind } = hook.target
  const repository = kind === "repository" ? repositoryById(world, id) : null
  const owner = accountById(world, repository?.ownerId ?? id)
  const payload = {
    zen,
    hook_id: hook.id,
    hook: hookRecord(world, hook.urls, hook),
    ...ending(writerOf(context, hook), repository, owner)
  }
  deliver(context, hook, { event: "ping", action: null, guid: newGuid(), payload, isRedelivery: false })
}

/** Sends the repository's last push if the hook listens to pushes. Otherwise does nothing. */
export const test = (context: Context, hook: Hook): void => {
  const { world } = context
  const repository = repositoryById(world, hook.target.id)
  const ref = `refs/heads/${repository.defaultBranch}`
  const after = repository.git.refs.get(ref)
  if (!listensTo(hook, "push") || after === undefined) return
  const before = repository.git.commits.get(after)?.parents[0] ?? null
  const domainEvent = { event: "push", repository, subject: { ref, before, after } } as const
  const owner = accountById(world, repository.ownerId)
  const payload = payloadOf(writerOf(context, hook), domainEvent, owner)
  deliver(context, hook, { event: "push", action: null, guid: newGuid(), payload, isRedelivery: false })
}

/** Sends the same payload with the same GUID to the hook's current URL. */
export const redeliver = ({ state, world }: Context, hook: Hook, attempt: Attempt): void => {
  const { action, event, guid, payload, repositoryId } = attempt
  state.deliveryService.deliver(world, hook, { event, action, guid, payload, repositoryId, isRedelivery: true })
}
