/** Responses for rights that the token or its owner lacks. */
import { body, invalid, type ServiceAnswer } from "./answer.ts"

const CLASSIC = { "x-oauth-scopes": "repo, read:org", "x-accepted-oauth-scopes": "repo" }
const WORKFLOW = "/repos/acme/widgets/contents/.github/workflows/ci.yml"

export const rights: ReadonlyArray<ServiceAnswer> = [
  {
    name: "a workflow file by a token without workflow",
    status: 404,
    body: body("Not Found"),
    headers: { "x-oauth-scopes": "read:org, repo", "x-accepted-oauth-scopes": "" },
    method: "PUT",
    endpoint: WORKFLOW,
    becomes: "Forbidden",
    says: /lacks the scope workflow/,
    needs: "the scope workflow"
  },
  {
    name: "a workflow file by a token for public repositories without workflow",
    status: 404,
    body: body("Not Found"),
    headers: { "x-oauth-scopes": "public_repo", "x-accepted-oauth-scopes": "" },
    method: "PUT",
    endpoint: WORKFLOW,
    becomes: "Forbidden",
    says: /lacks the scope workflow/,
    needs: "the scope workflow"
  },
  {
    name: "a workflow file of a branch that is not there",
    status: 404,
    body: body("Branch nope not found"),
    headers: { "x-oauth-scopes": "repo", "x-accepted-oauth-scopes": "" },
    method: "PUT",
    endpoint: WORKFLOW,
    becomes: "NotFound",
    says: /Branch nope not found\./
  },
  {
    name: "a workflow file by a token with workflow",
    status: 404,
    body: body("Not Found"),
    headers: { "x-oauth-scopes": "repo, workflow", "x-accepted-oauth-scopes": "" },
    method: "PUT",
    endpoint: WORKFLOW,
    becomes: "NotFound",
    says: /Nothing was found at \//
  },
  {
    name: "a workflow file by a fine-grained token without it",
    status: 403,
    body: body("Resource not accessible by personal access token"),
    headers: { "x-accepted-github-permissions": "contents=write; contents=write,workflows=write" },
    method: "PUT",
    endpoint: WORKFLOW,
    becomes: "Forbidden",
    says: /Resource not accessible by personal access token\./,
    needs: "the permission contents: write or contents: write, workflows: write"
  },
  {
    name: "a private repository, written by a token for public ones",
    status: 404,
    body: body("Not Found"),
    headers: { "x-oauth-scopes": "public_repo", "x-accepted-oauth-scopes": "repo" },
    method: "POST",
    becomes: "Forbidden",
    says: /the scope repo/,
    needs: "the scope repo"
  },
  {
    name: "a private repository, read by a token for public ones",
    status: 404,
    body: body("Not Found"),
    headers: { "x-oauth-scopes": "public_repo", "x-accepted-oauth-scopes": "" },
    becomes: "NotFound",
    says: /private ones need the scope repo/
  },
  {
    name: "a repository, written by a token for gists",
    status: 404,
    body: body("Not Found"),
    headers: { "x-oauth-scopes": "gist", "x-accepted-oauth-scopes": "" },
    method: "POST",
    becomes: "Forbidden",
    says: /lacks the scope repo or public_repo/,
    needs: "the scope repo or public_repo"
  },
  {
    name: "an app without the permission",
    status: 403,
    body: body("Resource not accessible by integration"),
    headers: { "x-accepted-github-permissions": "issues=write; pull_requests=write" },
    method: "POST",
    becomes: "Forbidden",
    says: /not accessible by integration/,
    needs: "the permission issues: write or pull_requests: write"
  },
  {
    name: "an app's token, asked for its user",
    status: 403,
    body: body("Resource not accessible by integration"),
    headers: { "x-accepted-github-permissions": "allows_permissionless_access=true" },
    endpoint: "/user",
    becomes: "Forbidden",
    says: /belongs to an app, and this call needs a user's token: Resource not accessible by integration\. Use another/,
    needs: "a user's token"
  },
  {
    name: "a star by an app's token",
    status: 403,
    body: body("Resource not accessible by integration"),
    headers: { "x-accepted-github-permissions": "starring=write" },
    method: "PUT",
    endpoint: "/user/starred/acme/widgets",
    becomes: "Forbidden",
    says: /needs a user's token with the permission starring: write: Resource.*\. Use another account\./
  },
  {
    // https://github.com/github/docs/issues/36525
    name: "a pull request by a workflow run that may open none",
    status: 403,
    body: body("GitHub Actions is not permitted to create or approve pull requests."),
    headers: { "x-accepted-github-permissions": "pull_requests=write" },
    method: "POST",
    endpoint: "/repos/acme/widgets/pulls",
    becomes: "Forbidden",
    says: /until Actions are allowed to: GitHub Actions.*Change it in the settings of the repository or its organization/
  },
  {
    // https://github.com/fastify/github-action-merge-dependabot/issues/359
    name: "an approval by a workflow run that may give none",
    status: 422,
    body: invalid(["GitHub Actions is not permitted to approve pull requests."], "Unprocessable Entity"),
    method: "POST",
    endpoint: "/repos/acme/widgets/pulls/7/reviews",
    becomes: "Forbidden",
    says: /until Actions are allowed to: Unprocessable Entity: GitHub Actions/
  },
  {
    name: "a gist by an app's token",
    status: 403,
    body: body("Resource not accessible by integration"),
    method: "POST",
    endpoint: "/gists",
    becomes: "Forbidden",
    says: /needs a user's token: Resource/
  },
  {
    name: "a managed user outside the enterprise",
    status: 403,
    body: body("Unauthorized: As an Enterprise Managed User, you cannot access this content"),
    headers: CLASSIC,
    method: "POST",
    becomes: "Forbidden",
    says: /managed by an enterprise.*Use another account\./
  },
  {
    name: "a role that the owner lacks",
    status: 403,
    body: body("Must have admin rights to Repository."),
    headers: CLASSIC,
    becomes: "Forbidden",
    says: /lacks admin rights: Must have admin rights to Repository\. /,
    needs: "admin rights"
  },
  {
    name: "a role that the owner may have, and a scope that the token lacks",
    status: 403,
    body: body("Must have admin rights to Repository."),
    headers: { "x-oauth-scopes": "read:org", "x-accepted-oauth-scopes": "admin:repo_hook" },
    becomes: "Forbidden",
    says: /token lacks a right for this call: Must have admin rights/,
    needs: "the scope admin:repo_hook"
  },
  {
    name: "push access that the owner lacks",
    status: 403,
    body: body("Must have push access to view repository collaborators."),
    headers: CLASSIC,
    becomes: "Forbidden",
    says: /lacks push access/,
    needs: "push access"
  },
  {
    name: "single sign-on",
    status: 403,
    body: body(
      "Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization."
    ),
    headers: {
      ...CLASSIC,
      "x-github-sso": "required; url=https://codehost.example/orgs/acme/sso?authorization_request=s3cret"
    },
    becomes: "Forbidden",
    says: /single sign-on: Resource protected.*Change it in the settings of the token\./,
    needs: "single sign-on"
  },
  {
    name: "single sign-on, to the token of a sign-in",
    status: 403,
    body: body(
      "Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization."
    ),
    headers: { ...CLASSIC, "x-github-sso": "required; url=https://codehost.example/orgs/acme/sso?request=s3cret" },
    becomes: "Forbidden",
    says: /single sign-on: Resource protected.*Sign in again/,
    needs: "single sign-on"
  },
  {
    name: "an address that is not allowed",
    status: 403,
    body: body(
      "Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource."
    ),
    headers: CLASSIC,
    becomes: "Forbidden",
    says: /only allows known IP addresses/,
    needs: "an allowed IP address"
  },
  {
    name: "an app that is not approved",
    status: 403,
    body: body(
      "Although you appear to have the correct authorization credentials, the `acme` organization has enabled OAuth App access restrictions, meaning that data access to third-parties is limited."
    ),
    becomes: "Forbidden",
    says: /has not approved the app/,
    needs: "the organization's approval of the app"
  },
  {
    name: "a classic token where none is taken",
    status: 403,
    body: body(
      "`acme` forbids access via a personal access token (classic). Please use a GitHub App, OAuth App, or a personal access token with fine-grained permissions."
    ),
    becomes: "Forbidden",
    says: /does not accept this kind of token/,
    needs: "another kind of token"
  },
  {
    name: "a token that lives too long",
    status: 403,
    body: body(
      "The 'acme' organization forbids access via a fine-grained personal access tokens if the token's lifetime is greater than 366 days. Please adjust your token's lifetime at the following URL: https://codehost.example/settings/personal-access-tokens/1"
    ),
    becomes: "Forbidden",
    says: /lifetime is greater than 366 days/,
    needs: "a token with a shorter lifetime"
  },
  {
    name: "a suspended account",
    status: 403,
    body: body("Sorry. Your account was suspended."),
    becomes: "Forbidden",
    says: /is suspended: Sorry\. Your account was suspended\. /
  },
  {
    name: "an address that is not verified",
    status: 403,
    body: body("At least one email address must be verified to do that."),
    method: "POST",
    becomes: "Forbidden",
    says: /has not verified an e-mail address/,
    needs: "a verified e-mail address"
  },
  {
    name: "a plan that does not include it",
    status: 403,
    body: body("Upgrade to GitHub Pro or make this repository public to enable this feature."),
    becomes: "Forbidden",
    says: /plan of the repository's owner/,
    needs: "another plan"
  },
  {
    name: "an owner who has blocked the user",
    status: 403,
    body: body("User is blocked"),
    headers: CLASSIC,
    method: "POST",
    becomes: "Forbidden",
    says: /The owner has blocked the token's owner: User is blocked\. /
  },
  {
    name: "a repository for its collaborators only",
    status: 422,
    body: invalid([
      {
        resource: "Issue",
        code: "unprocessable",
        field: "data",
        message: "could not be created. Interactions on this repository have been restricted to collaborators only."
      }
    ]),
    headers: CLASSIC,
    method: "POST",
    becomes: "Forbidden",
    says: /The repository limits who may write to it: .*restricted to collaborators only\. Ask the administrator/
  },
  {
    name: "a rule of the service itself",
    status: 403,
    body: body("Request forbidden by administrative rules. Please make sure your request has a User-Agent header"),
    becomes: "Forbidden",
    says: /own rules block this request/
  },
  {
    name: "a wrong token",
    status: 401,
    body: body("Bad credentials"),
    becomes: "Unauthorized",
    says: /Bad credentials\./
  },
  { name: "no token", status: 401, body: body("Requires authentication"), becomes: "Unauthorized", says: /Requires/ }
]
