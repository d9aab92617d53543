// Workflow files contain code that runs, so every way of writing them needs a permission of its own.
// Source: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps

import { hasScope } from "../frame/auth.ts"
import type { Context } from "../frame/context.ts"
import { forbidden, notFound } from "../frame/errors.ts"

/** The permissions that the response names for fine-grained tokens. Workflow files need more than other files. */
export const writesFiles = "contents=write; contents=write,workflows=write"

/**
 * Refuses a write to a workflow file: with 404 if a classic or OAuth token lacks the scope, with 403 for other tokens.
 */
export const checkWorkflowFile = ({ token }: Context, path: string): void => {
  if (!path.startsWith(".github/workflows/") || token === undefined) return
  if (token.kind === "classic" || token.kind === "oauth") {
    if (!hasScope(token, "workflow")) throw notFound()
  } else if ((token.permissions["workflows"] ?? token.permissions["all"]) !== "write") {
    const holder = token.kind === "app" ? "integration" : "personal access token"
    throw forbidden(`Resource not accessible by ${holder}`)
  }
}
