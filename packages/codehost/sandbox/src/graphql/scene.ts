// The context of resolvers, and checks of what the token permits.

import type { Account } from "../accounts/accounts.ts"
import { hasScope, tokenSees } from "../frame/auth.ts"
import type { Context } from "../frame/context.ts"
import type { Token } from "../frame/tokens.ts"
import type { Issue } from "../issues/issues.ts"
import { accountPolicy } from "../policies/policies.ts"
import { refusedBy } from "../policies/refusals.ts"
import type { Item, Project } from "../projects/projects.ts"
import { type Repository, roleOf } from "../repositories/repositories.ts"
import { FieldError, forbidden, RequestError } from "./errors.ts"
import type { ObjectValue } from "./resolvers.ts"

/** Functions that build objects. Objects of one type use them to link to objects of other types. */
export interface Nodes {
  readonly account: (account: Account) => ObjectValue
  readonly repository: (repository: Repository) => ObjectValue
  readonly issue: (repository: Repository, issue: Issue) => ObjectValue
  readonly project: (project: Project) => ObjectValue
  readonly item: (project: Project, item: Item) => ObjectValue
}

export interface Scene {
  readonly context: Context
  readonly viewer: Account
  readonly token: Token
  readonly nodes: Nodes
}

export const isVisible = ({ context, token, viewer }: Scene, repository: Repository): boolean =>
  roleOf(context.world, repository, viewer) !== undefined && tokenSees(context.world, token, repository)

const quote = (scopes: ReadonlyArray<string>): string => `[${scopes.map((scope) => `'${scope}'`).join(", ")}]`

/**
 * Checks that the token may use the field. A classic token without the scope fails the whole request; other tokens
 * without the permission fail only this field.
 */
export const require = (
  { token }: Scene,
  field: string,
  scopes: ReadonlyArray<string>,
  permission: string,
  level: "read" | "write"
): void => {
  if (token.kind === "classic" || token.kind === "oauth") {
    if (hasScope(token, ...scopes)) return
    const message = `Your token has not been granted the required scopes to execute this query. The '${field}' field requires one of the following scopes: ${quote(scopes)}, but your token has only been granted the: ${quote(token.scopes)} scopes. Please modify your token's scopes at: https://github.com/settings/tokens.`
    throw new RequestError([{ type: "INSUFFICIENT_SCOPES", message }])
  }
  const access = token.permissions[permission] ?? token.permissions["all"]
  if (access === undefined || (level === "write" && access === "read")) {
    throw forbidden(`Resource not accessible by ${token.kind === "app" ? "integration" : "personal access token"}`)
  }
}

/**
 * Refuses a field if the organization's policies do not accept the token. Other fields of the request are still
 * answered.
 */
export const checkOrganization = ({ context, token }: Scene, owner: Account): void => {
  if (owner.type !== "Organization") return
  const { clock, policies } = context.state
  const refusal = refusedBy(policies, owner, token, false, false, clock.now())
  if (refusal === undefined) return
  throw new FieldError("FORBIDDEN", refusal.message, {
    saml_failure: accountPolicy(policies, owner.login).singleSignOn
  })
}
