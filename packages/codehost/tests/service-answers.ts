/**
 * What the real service answers where it says no, in the words of its documentation and of what its users report, and what
 * each becomes. Served by a stand-in: the simulated service may share our mistakes.
 */
import type { Reason } from "@inlay/core-http/ProviderError"

export interface ServiceAnswer {
  readonly name: string
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** `/repos/acme/widgets/issues` by default. */
  readonly endpoint?: string
  readonly becomes: Reason["_tag"]
  /** In the words of the reason. */
  readonly says: RegExp
  readonly needs?: string
  readonly fields?: ReadonlyArray<{ readonly field: string; readonly message: string }>
}

const body = (message: string, more: object = {}) => ({
  message,
  documentation_url: "https://docs.example.com/rest",
  status: "403",
  ...more
})

const invalid = (errors: unknown, message = "Validation Failed") => body(message, { errors })

const CLASSIC = { "x-oauth-scopes": "repo, read:org", "x-accepted-oauth-scopes": "repo" }
const WORKFLOW = "/repos/acme/widgets/contents/.github/workflows/ci.yml"

const rights: ReadonlyArray<ServiceAnswer> = [
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
    says: /nothing here/
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
    says: /what is private needs the scope repo/
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
    name: "a role that the owner lacks",
    status: 403,
    body: body("Must have admin rights to Repository."),
    headers: CLASSIC,
    becomes: "Forbidden",
    says: /lacks admin rights: Must have admin rights to Repository\. /,
    needs: "admin rights"
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
    says: /single sign-on: Resource protected/,
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
    says: /known IP addresses only/,
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
    says: /tokens of the account's kind/,
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
    name: "a rule of the service itself",
    status: 403,
    body: body("Request forbidden by administrative rules. Please make sure your request has a User-Agent header"),
    becomes: "Forbidden",
    says: /own rules stop this request/
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

const states: ReadonlyArray<ServiceAnswer> = [
  {
    name: "an archived repository",
    status: 403,
    body: body("Repository was archived so is read-only."),
    headers: CLASSIC,
    method: "POST",
    becomes: "Conflict",
    says: /is archived, which makes it read-only/
  },
  {
    name: "a locked issue",
    status: 403,
    body: body("Unable to create comment because issue is locked."),
    headers: CLASSIC,
    method: "POST",
    becomes: "Conflict",
    says: /conversation is locked/
  },
  {
    name: "issues that are turned off",
    status: 410,
    body: body("Issues has been disabled in this repository."),
    method: "POST",
    becomes: "NotFound",
    says: /gone or turned off: Issues has been disabled/
  },
  {
    name: "actions that are turned off for the owner",
    status: 422,
    body: body("Actions has been disabled for this user."),
    method: "POST",
    becomes: "Conflict",
    says: /Actions are disabled here/
  },
  {
    name: "a disabled workflow",
    status: 422,
    body: body("Cannot trigger a 'workflow_dispatch' on a disabled workflow"),
    method: "POST",
    becomes: "Conflict",
    says: /workflow is disabled.*change that first/
  },
  {
    name: "a workflow that is not started by hand",
    status: 422,
    body: body("Workflow does not have 'workflow_dispatch' trigger"),
    method: "POST",
    becomes: "Invalid",
    says: /nothing in it runs on workflow_dispatch/
  },
  {
    name: "a payment that failed",
    status: 403,
    body: body(
      "The job was not started because recent account payments have failed or your spending limit needs to be increased."
    ),
    method: "POST",
    becomes: "QuotaExhausted",
    says: /spending limit or unpaid bill/
  },
  {
    name: "a protected branch",
    status: 403,
    body: body(
      "You're not authorized to push to this branch. Visit https://docs.example.com/protected for more information."
    ),
    method: "PUT",
    becomes: "Conflict",
    says: /rules of the branch/
  },
  {
    name: "a ruleset, creating a branch",
    status: 422,
    body: body("Repository rule violations found\n\nCannot create ref due to creations being restricted.\n\n"),
    method: "POST",
    endpoint: "/repos/acme/widgets/git/refs",
    becomes: "Conflict",
    says: /creations being restricted\. /
  },
  {
    name: "a merge that needs a check",
    status: 405,
    body: body('Required status check "ci" is expected.'),
    method: "PUT",
    becomes: "Conflict",
    says: /Required status check/
  },
  {
    name: "a merge that needs a review",
    status: 405,
    body: body("At least 1 approving review is required by reviewers with write access."),
    method: "PUT",
    becomes: "Conflict",
    says: /approving review/
  },
  {
    name: "a merge that cannot be",
    status: 405,
    body: body("Pull Request is not mergeable"),
    method: "PUT",
    becomes: "Conflict",
    says: /not mergeable\. Read its current state/
  },
  {
    name: "a head that moved",
    status: 409,
    body: body("Head branch was modified. Review and try the merge again."),
    method: "PUT",
    becomes: "Conflict",
    says: /Head branch was modified/
  },
  {
    name: "an empty repository",
    status: 409,
    body: body("Git Repository is empty."),
    becomes: "Conflict",
    says: /is empty/
  },
  {
    name: "a takedown",
    status: 451,
    body: {
      message: "Repository access blocked",
      block: { reason: "dmca", created_at: "2021-04-22T17:53:56Z", html_url: "https://codehost.example/dmca?n=1" }
    },
    becomes: "Forbidden",
    says: /for legal reasons since 2021-04-22: dmca\. /
  },
  {
    name: "a breach of terms",
    status: 403,
    body: {
      message: "Repository access blocked",
      block: { reason: "tos", created_at: "2021-06-08T01:02:15Z", html_url: "https://codehost.example/tos" }
    },
    becomes: "Forbidden",
    says: /blocked this repository since 2021-06-08: tos\. /
  }
]

const sizes: ReadonlyArray<ServiceAnswer> = [
  {
    name: "a blob over 100 MB",
    status: 403,
    body: invalid(
      [{ resource: "Blob", field: "data", code: "too_large" }],
      "This API returns blobs up to 100 MB in size. The requested blob is too large to fetch via the API, but you can always clone the repository via Git in order to obtain it."
    ),
    headers: CLASSIC,
    becomes: "Invalid",
    says: /too large for this call/
  },
  {
    name: "a diff of too many files",
    status: 406,
    body: invalid(
      [{ resource: "PullRequest", field: "diff", code: "too_large" }],
      "Sorry, the diff exceeded the maximum number of files (300). Consider using 'List pull requests files' API or locally cloning the repository instead."
    ),
    becomes: "Invalid",
    says: /too large for this call/
  },
  {
    name: "a history that is too long",
    status: 403,
    body: body("The history or contributor list is too large to list contributors for this repository via the API."),
    headers: CLASSIC,
    becomes: "Invalid",
    says: /too large to list contributors/
  },
  {
    name: "an input that is too large",
    status: 422,
    body: body(
      "Sorry, your input was too large to process. Consider creating the blob in a local clone of the repository."
    ),
    method: "PUT",
    becomes: "Invalid",
    says: /too large/
  },
  {
    name: "a body that is too long",
    status: 422,
    body: invalid([
      { resource: "Issue", code: "custom", field: "body", message: "body is too long (maximum is 65536 characters)" }
    ]),
    method: "POST",
    becomes: "Invalid",
    says: /input: body is too long \(maximum is 65536 characters\)\. /,
    fields: [{ field: "body", message: "body is too long (maximum is 65536 characters)" }]
  }
]

const inputs: ReadonlyArray<ServiceAnswer> = [
  {
    name: "a user who cannot be assigned",
    status: 422,
    body: invalid([{ value: "nobody", resource: "Issue", field: "assignees", code: "invalid" }]),
    method: "POST",
    becomes: "Invalid",
    says: /input: assignees "nobody" is not valid\. /,
    fields: [{ field: "assignees", message: "nobody is not valid" }]
  },
  {
    name: "values of a list",
    status: 422,
    body: invalid([{ value: ["a", "b"], resource: "Issue", field: "labels", code: "missing" }]),
    method: "POST",
    becomes: "Invalid",
    says: /labels "a", "b" does not exist\. /,
    fields: [{ field: "labels", message: "a, b does not exist" }]
  },
  {
    name: "a number that names nothing",
    status: 422,
    body: invalid([{ value: 7, resource: "Issue", field: "milestone", code: "invalid" }]),
    method: "PATCH",
    becomes: "Invalid",
    says: /milestone 7 is not valid\. /,
    fields: [{ field: "milestone", message: "7 is not valid" }]
  },
  {
    name: "a field that is missing",
    status: 422,
    body: invalid([{ resource: "Issue", field: "title", code: "missing_field" }]),
    method: "POST",
    becomes: "Invalid",
    says: /input: title is missing\. /,
    fields: [{ field: "title", message: "is missing" }]
  },
  {
    name: "a record without a field",
    status: 422,
    body: invalid([{ resource: "Milestone", code: "missing" }]),
    method: "PATCH",
    becomes: "Invalid",
    says: /input: Milestone does not exist\. /,
    fields: [{ field: "", message: "Milestone does not exist" }]
  },
  {
    name: "a problem with a message of its own",
    status: 422,
    body: invalid([{ resource: "PullRequest", code: "custom", message: "No commits between main and main" }]),
    method: "POST",
    becomes: "Invalid",
    says: /input: No commits between main and main\. /,
    fields: [{ field: "", message: "No commits between main and main" }]
  },
  {
    name: "a head that is not there",
    status: 422,
    body: invalid([{ resource: "PullRequest", field: "head", code: "invalid" }]),
    method: "POST",
    becomes: "Invalid",
    says: /input: head is not valid\. /,
    fields: [{ field: "head", message: "is not valid" }]
  },
  {
    name: "a repository name that is taken",
    status: 422,
    body: invalid(
      [{ resource: "Repository", code: "custom", field: "name", message: "name already exists on this account" }],
      "Repository creation failed."
    ),
    method: "POST",
    endpoint: "/user/repos",
    becomes: "Conflict",
    says: /^The service reports a conflict: Repository creation failed: name already exists on this account\. /
  },
  {
    name: "a message that does not begin with its field",
    status: 422,
    body: invalid([
      { resource: "Repository", code: "custom", field: "visibility", message: "Only members may do that." }
    ]),
    method: "POST",
    becomes: "Invalid",
    says: /input: visibility: Only members may do that\. /,
    fields: [{ field: "visibility", message: "Only members may do that." }]
  },
  {
    name: "a pull request that exists",
    status: 422,
    body: invalid([
      { resource: "PullRequest", code: "custom", message: "A pull request already exists for acme:topic/one." }
    ]),
    method: "POST",
    becomes: "Conflict",
    says: /already exists for acme:topic\/one\. /
  },
  {
    name: "a release that exists",
    status: 422,
    body: invalid([{ resource: "Release", field: "tag_name", code: "already_exists" }]),
    method: "POST",
    becomes: "Conflict",
    says: /tag_name exists already\. /
  },
  {
    name: "a branch that exists",
    status: 422,
    body: body("Reference already exists"),
    method: "POST",
    becomes: "Conflict",
    says: /Reference already exists\. /
  },
  {
    name: "a commit that is not there",
    status: 422,
    body: body("No commit found for SHA: abc"),
    becomes: "NotFound",
    says: /no such commit, branch or tag: No commit found for SHA: abc\. /
  },
  {
    name: "an object that is not there",
    status: 422,
    body: body("Object does not exist"),
    method: "POST",
    becomes: "Invalid",
    says: /Object does not exist\. /
  },
  {
    name: "problems as sentences",
    status: 422,
    body: invalid(["body is too long", "title can't be blank"]),
    method: "POST",
    becomes: "Invalid",
    says: /body is too long; title can't be blank\. /,
    fields: [
      { field: "", message: "body is too long" },
      { field: "", message: "title can't be blank" }
    ]
  },
  {
    name: "one problem as a sentence",
    status: 422,
    body: invalid("Could not resolve to a node."),
    method: "POST",
    becomes: "Invalid",
    says: /input: Could not resolve to a node\. /
  },
  {
    name: "problems by their place in a list",
    status: 422,
    body: invalid([{ index: 2, errors: [{ resource: "Label", field: "name", code: "missing_field" }] }]),
    method: "POST",
    becomes: "Invalid",
    says: /2\.name is missing\. /,
    fields: [{ field: "2.name", message: "is missing" }]
  },
  {
    name: "messages by field",
    status: 422,
    body: invalid({ name: ["is too short", "is reserved"] }),
    method: "POST",
    becomes: "Invalid",
    says: /name: is too short; name: is reserved\. /,
    fields: [
      { field: "name", message: "is too short" },
      { field: "name", message: "is reserved" }
    ]
  },
  {
    name: "a schema that was not met",
    status: 422,
    body: body("Invalid request.\n\nFor 'properties/title', nil is not a string."),
    method: "POST",
    becomes: "Invalid",
    says: /Invalid request\. For 'properties\/title', nil is not a string\. /
  },
  {
    name: "a search of what cannot be seen",
    status: 422,
    body: invalid([
      {
        message:
          "The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.",
        resource: "Search",
        field: "q",
        code: "invalid"
      }
    ]),
    endpoint: "/search/issues?q=repo:acme/none",
    becomes: "Invalid",
    says: /q The listed users|q: The listed users/
  },
  {
    name: "a spammed endpoint",
    status: 422,
    body: invalid([], "Validation failed, or the endpoint has been spammed."),
    method: "POST",
    becomes: "Invalid",
    says: /has been spammed\. /
  },
  {
    name: "JSON that it cannot read",
    status: 400,
    body: body("Problems parsing JSON"),
    method: "POST",
    becomes: "Invalid",
    says: /Problems parsing JSON\. /
  },
  {
    name: "a media type that it does not know",
    status: 415,
    body: body("Unsupported 'Accept' header: 'text/plain'. Must accept 'application/json'."),
    becomes: "Invalid",
    says: /Unsupported 'Accept' header/
  },
  {
    name: "an inputs' name that a workflow lacks",
    status: 422,
    body: body('Unexpected inputs provided: ["colour"]'),
    method: "POST",
    becomes: "Invalid",
    says: /Unexpected inputs provided/
  }
]

const waits: ReadonlyArray<ServiceAnswer> = [
  {
    name: "the primary limit",
    status: 403,
    body: body("API rate limit exceeded for user ID 1."),
    headers: { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9999999999" },
    becomes: "RateLimited",
    says: /rate limit/
  },
  {
    name: "the secondary limit",
    status: 403,
    body: body("You have exceeded a secondary rate limit. Please wait a few minutes before you try again."),
    headers: { "retry-after": "600" },
    becomes: "RateLimited",
    says: /secondary rate limit/
  },
  {
    name: "abuse detection",
    status: 403,
    body: body("You have triggered an abuse detection mechanism. Please wait a few minutes before you try again."),
    headers: { "retry-after": "600" },
    becomes: "RateLimited",
    says: /slow down/
  },
  {
    name: "too many requests",
    status: 429,
    body: body("Too many requests"),
    headers: { "retry-after": "600" },
    becomes: "RateLimited",
    says: /slow down/
  },
  {
    name: "content made too quickly",
    status: 403,
    body: body(
      "You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later."
    ),
    headers: { "retry-after": "600" },
    method: "POST",
    becomes: "RateLimited",
    says: /slow down/
  }
]

const failures: ReadonlyArray<ServiceAnswer> = [
  {
    name: "nothing there",
    status: 404,
    body: body("Not Found"),
    headers: { "x-oauth-scopes": "repo" },
    becomes: "NotFound",
    says: /nothing here, or the account's token may not see it\. /
  },
  {
    name: "a ref that is not there",
    status: 404,
    body: body("No commit found for the ref nope"),
    becomes: "NotFound",
    says: /No commit found for the ref nope\. /
  },
  {
    name: "an empty repository's contents",
    status: 404,
    body: body("This repository is empty."),
    becomes: "NotFound",
    says: /This repository is empty\. /
  },
  { name: "logs that expired", status: 410, body: body("Server Error"), becomes: "NotFound", says: /gone/ },
  {
    name: "a failed service",
    status: 500,
    body: body("Server Error"),
    method: "POST",
    becomes: "Unavailable",
    says: /\(500\)/
  },
  {
    name: "a request that took too long",
    status: 502,
    body: body(
      "We couldn't respond to your request in time. Sorry about that. Please try resubmitting your request and contact us if the problem persists."
    ),
    method: "POST",
    becomes: "Unavailable",
    says: /in time/
  },
  {
    name: "maintenance",
    status: 503,
    body: body("GitHub Enterprise is currently undergoing maintenance."),
    method: "POST",
    becomes: "Unavailable",
    says: /maintenance/
  }
]

export const serviceAnswers: ReadonlyArray<ServiceAnswer> = [
  ...rights,
  ...states,
  ...sizes,
  ...inputs,
  ...waits,
  ...failures
]
