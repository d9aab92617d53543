/** Describes an account to triggers: its login, the scopes of its token, and the ways that its settings rule out. */
import type { Watcher } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import { grantedScopes } from "../wire/reasons/rights.ts"

/** Enterprise servers include their version in every response: `enterprise-server@3.12.4`. */
const editionOf = (headers: Readonly<Record<string, string>>): string =>
  headers["x-github-enterprise-version"] ?? "public"

export const watcher = Effect.gen(function* () {
  const { limitedTo, tokenOwner } = yield* CodeHost
  const { headers, login } = yield* tokenOwner()
  const { repositories, readOnly } = limitedTo()
  const who: Watcher = {
    login,
    scopes: grantedScopes(headers) ?? [],
    edition: editionOf(headers),
    excludedWays: readOnly ? ["webhook", "orgWebhook"] : repositories.length > 0 ? ["orgWebhook"] : []
  }
  return who
})
