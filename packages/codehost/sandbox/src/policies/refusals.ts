// Error responses for requests that violate a policy.
// Sources: https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api, and the messages that
// users of the service report.

import type { Account } from "../accounts/accounts.ts"
import type { Caller } from "../frame/auth.ts"
import { forbidden, Refusal } from "../frame/errors.ts"
import type { Token } from "../frame/tokens.ts"
import type { Repository } from "../repositories/repositories.ts"
import { accountPolicy, type BlockReason, type Policies, repositoryPolicy } from "./policies.ts"

const correctBut = "Although you appear to have the correct authorization credentials, the"

const blockRefusal = (reason: BlockReason): Refusal =>
  new Refusal(reason === "dmca" ? 451 : 403, "Repository access blocked", {
    more: {
      block: {
        reason,
        created_at: "2026-01-01T00:00:00Z",
        html_url:
          reason === "dmca"
            ? "https://github.com/github/dmca/blob/master/2026/01/2026-01-01-widgets.md"
            : "https://github.com/tos"
      }
    }
  })

const unauthorizedForSignOn = (login: string, { kind }: Token): Refusal => {
  const holder = kind === "oauth" ? "OAuth" : kind === "app" ? "GitHub App" : "Personal Access"
  return new Refusal(
    403,
    `Resource protected by organization SAML enforcement. You must grant your ${holder} token access to this organization.`,
    {
      headers: { "x-github-sso": `required; url=https://github.com/orgs/${login}/sso?authorization_request=AAAA` },
      documentation:
        "https://docs.github.com/articles/authenticating-to-a-github-organization-with-saml-single-sign-on/"
    }
  )
}

const longestLifeMillis = 366 * 86_400_000

/** The refusal of an organization whose policies do not accept the token, or undefined if they do. */
export const refusedBy = (
  policies: Policies,
  { login }: Account,
  token: Token,
  isWrite: boolean,
  isPublic: boolean,
  now: number
): Refusal | undefined => {
  const policy = accountPolicy(policies, login)
  if (policy.ipAllowList) {
    return forbidden(
      `${correctBut} \`${login}\` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.`
    )
  }
  if (policy.singleSignOn && token.kind !== "app") return unauthorizedForSignOn(login, token)
  if (policy.oauthAppApproval && token.kind === "oauth" && (isWrite || !isPublic)) {
    return forbidden(
      `${correctBut} \`${login}\` organization has enabled OAuth App access restrictions, meaning that data access to third-parties is limited. For more information on these restrictions, including how to enable this app, visit https://docs.github.com/articles/restricting-access-to-your-organization-s-data/`
    )
  }
  if (policy.forbidsClassicTokens && token.kind === "classic") {
    return forbidden(
      `\`${login}\` forbids access via a personal access token (classic). Please use a GitHub App, OAuth App, or a personal access token with fine-grained permissions.`
    )
  }
  const livesTooLong = token.expiresAtMillis === null || token.expiresAtMillis - now > longestLifeMillis
  if (policy.limitsTokenLifetime && token.kind === "fine-grained" && livesTooLong) {
    return forbidden(
      `The '${login}' organization forbids access via a fine-grained personal access tokens if the token's lifetime is greater than 366 days. Please adjust your token's lifetime at the following URL: https://github.com/settings/personal-access-tokens/1`
    )
  }
  return undefined
}

/** Refuses every request of a suspended person. */
export const checkCaller = (policies: Policies, { viewer }: Caller): void => {
  if (viewer !== undefined && accountPolicy(policies, viewer.login).suspended) {
    throw forbidden("Sorry. Your account was suspended.")
  }
}

/** `owner` is the owner of the repository in the path, or the organization that the path names. */
export const checkPolicies = (
  policies: Policies,
  { token }: Caller,
  place: { readonly repository: Repository | undefined; readonly owner: Account | undefined },
  isWrite: boolean,
  now: number
): void => {
  const { owner, repository } = place
  const reason = repository === undefined ? null : repositoryPolicy(policies, repository.id).blocked
  if (reason !== null) throw blockRefusal(reason)
  if (owner?.type !== "Organization" || token === undefined) return
  const refusal = refusedBy(policies, owner, token, isWrite, repository?.private === false, now)
  if (refusal !== undefined) throw refusal
}
