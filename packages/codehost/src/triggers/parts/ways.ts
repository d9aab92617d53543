/** How events arrive, and which of the ways an account's rights leave. */
import type { Watcher, Way } from "@inlay/agent-plugin/Trigger"

import { hasOneOf } from "../../wire/reasons/rights.ts"

/** The service sends within seconds. */
const HOOK_SECONDS = 5

/** Which scope of a classic token or sign-in makes hooks. A fine-grained token says none: the service decides. */
export const RIGHTS = {
  webhook: ["repo", "write:repo_hook"],
  orgWebhook: ["admin:org_hook"]
} as const

export const webhookWay = (events: ReadonlyArray<string>) =>
  ({
    via: "webhook",
    events,
    needs: ["admin of the repository", "scope repo or write:repo_hook"],
    expectedDelaySeconds: HOOK_SECONDS
  }) as const

export const orgWebhookWay = (events: ReadonlyArray<string>) =>
  ({
    via: "orgWebhook",
    events,
    needs: ["owner of the organization", "scope admin:org_hook"],
    expectedDelaySeconds: HOOK_SECONDS
  }) as const

/** Whether the account may try a way: its settings allow it, and no scope that it lacks is needed. */
export const mayUse = ({ scopes, excludedWays = [] }: Watcher, via: Way["via"]): boolean => {
  if (excludedWays.includes(via)) return false
  if (via !== "webhook" && via !== "orgWebhook") return true
  return scopes.length === 0 || hasOneOf(scopes, RIGHTS[via])
}
