// Builds the API records of hooks and delivery attempts. Secrets are never shown.
// Source: schemas `hook`, `org-hook`, `hook-delivery-item`, `hook-delivery`.

import { accountById } from "../accounts/accounts.ts"
import { isoSeconds } from "../frame/clock.ts"
import { repositoryUrl } from "../records/repository.ts"
import type { Urls } from "../records/urls.ts"
import { repositoryById } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import type { Attempt, Hook } from "./hooks.ts"

export const configRecord = ({ contentType, insecureSsl, secret, url }: Hook) => ({
  content_type: contentType,
  insecure_ssl: insecureSsl ? "1" : "0",
  ...(secret === null ? {} : { secret: "********" }),
  url
})

const placeUrl = (world: World, urls: Urls, { target }: Hook): string =>
  target.kind === "repository"
    ? repositoryUrl(world, urls, repositoryById(world, target.id))
    : `${urls.api}/orgs/${accountById(world, target.id).login}`

export const hookRecord = (world: World, urls: Urls, hook: Hook) => {
  const url = `${placeUrl(world, urls, hook)}/hooks/${hook.id}`
  const isOfRepository = hook.target.kind === "repository"
  return {
    type: isOfRepository ? "Repository" : "Organization",
    id: hook.id,
    name: "web",
    active: hook.active,
    events: hook.events,
    config: configRecord(hook),
    updated_at: hook.updatedAt,
    created_at: hook.createdAt,
    url,
    ...(isOfRepository ? { test_url: `${url}/tests`, last_response: hook.lastResponse } : {}),
    ping_url: `${url}/pings`,
    deliveries_url: `${url}/deliveries`
  }
}

/** Missing in TypeScript's library. Writes a number with all its digits. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => object }

/** An attempt as the log lists it. */
export const attemptRecord = (attempt: Attempt) => ({
  id: rawJSON(String(attempt.id)),
  guid: attempt.guid,
  delivered_at: isoSeconds(attempt.startedMillis),
  redelivery: attempt.isRedelivery,
  duration: attempt.durationMillis / 1000,
  status: attempt.status ?? "pending",
  status_code: attempt.statusCode,
  event: attempt.event,
  action: attempt.action,
  installation_id: null,
  repository_id: attempt.repositoryId,
  throttled_at: null
})

/** A single attempt, with request and response. */
export const fullAttemptRecord = (attempt: Attempt) => ({
  ...attemptRecord(attempt),
  url: attempt.url,
  request: { headers: attempt.requestHeaders, payload: attempt.payload },
  response: { headers: attempt.responseHeaders, payload: attempt.responseBody }
})
