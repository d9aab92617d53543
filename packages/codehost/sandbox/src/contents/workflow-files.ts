// Workflows are programs: a token needs a right of its own to write their files, whichever way it writes them.
// Source: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps

import { hasScope } from "../frame/auth.ts"
import type { Context } from "../frame/context.ts"
import { forbidden, notFound } from "../frame/errors.ts"

/** What an answer says that a fine-grained token needs to write files: more where they are workflows. */
export const writesFiles = "contents=write; contents=write,workflows=write"

/** A classic token without the scope is told that there is nothing; others, that it is not for them. */
export const checkWorkflowFile = ({ token }: Context, path: string): void => {
  if (!path.startsWith(".github/workflows/") || token === undefined) return
  if (token.kind === "classic" || token.kind === "oauth") {
    if (!hasScope(token, "workflow")) throw notFound()
  } else if ((token.permissions["workflows"] ?? token.permissions["all"]) !== "write") {
    const holder = token.kind === "app" ? "integration" : "personal access token"
    throw forbidden(`Resource not accessible by ${holder}`)
  }
}
