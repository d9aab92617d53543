/** The ways in which events arrive, and which of them an account's rights allow. */
import type { Watcher, Way } from "@inlay/agent-plugin/Trigger"

import { hasOneOf } from "../../wire/reasons/rights.ts"
import { organizationPlace, repositoryPlace } from "./targets.ts"

/** The service sends webhook events within seconds. */
const HOOK_SECONDS = 5

/**
 * Scopes of a classic token or sign-in that allow creating hooks, some of them in public repositories only. A
 * fine-grained token lists no scopes; the service decides.
 */
const RIGHTS = {
  webhook: ["public_repo", "write:repo_hook"],
  orgWebhook: ["admin:org_hook"]
} as const

export const orgWebhookWay = (events: ReadonlyArray<string>) =>
  ({
    via: "orgWebhook",
    events,
    needs: ["owner of the organization", "scope admin:org_hook"],
    expectedDelaySeconds: HOOK_SECONDS
  }) as const

/** The ways of hooks of a repository and of an organization. */
export const hookWays = (events: ReadonlyArray<string>): ReadonlyArray<Way> => [
  {
    via: "webhook",
    events,
    needs: ["admin of the repository", "scope repo, public_repo or write:repo_hook"],
    expectedDelaySeconds: HOOK_SECONDS
  },
  orgWebhookWay(events)
]

/** Returns those of the ways that a target has, with their places: without a repository, that of the organization. */
export const hooksAt = (hooks: ReadonlyArray<Way>, owner: string, repo: string | undefined): ReadonlyArray<Way> =>
  hooks.flatMap((hook) => {
    if (hook.via === "orgWebhook") return { ...hook, place: organizationPlace(owner) }
    return hook.via === "webhook" && repo !== undefined ? { ...hook, place: repositoryPlace(owner, repo) } : []
  })

/** Whether the account can try a way: its settings allow it, and it lacks no required scope. */
export const mayUse = ({ scopes, excludedWays = [] }: Watcher, via: Way["via"]): boolean => {
  if (excludedWays.includes(via)) return false
  if (via !== "webhook" && via !== "orgWebhook") return true
  return scopes.length === 0 || hasOneOf(scopes, RIGHTS[via])
}
