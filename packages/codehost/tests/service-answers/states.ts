/** Responses for states and rules of a repository that forbid a call. */
import { body, invalid, type ServiceAnswer } from "./answer.ts"

const CLASSIC = { "x-oauth-scopes": "repo, read:org", "x-accepted-oauth-scopes": "repo" }

export const states: ReadonlyArray<ServiceAnswer> = [
  {
    name: "an archived repository",
    status: 403,
    body: body("Repository was archived so is read-only."),
    headers: CLASSIC,
    method: "POST",
    becomes: "Conflict",
    says: /is archived, which makes it read-only.*Nothing was changed\. Change it in the settings of the repository/,
    because: "state"
  },
  {
    // https://github.com/gr2m/github-project/issues/96
    name: "an archived item of a project",
    status: 422,
    body: body("The item is archived and cannot be updated"),
    method: "PATCH",
    endpoint: "/orgs/acme/projectsV2/1/items/7",
    becomes: "Conflict",
    says: /^This is archived, .*: The item is archived and cannot be updated\. Nothing was changed\. Change it in .*project\./,
    because: "state"
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
    says: /gone or turned off: Issues has been disabled.*Change it in the settings of the repository/
  },
  {
    name: "issues that are turned off, in older words",
    status: 410,
    body: body("Issues are disabled for this repo"),
    becomes: "NotFound",
    says: /Issues are disabled for this repo\. Change it in the settings of the repository/
  },
  {
    name: "an issue that was deleted",
    status: 410,
    body: body("This issue was deleted"),
    becomes: "NotFound",
    says: /This issue was deleted\. Check the names/
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
    says: /workflow is disabled.*change it first/
  },
  {
    name: "a workflow that is not started by hand",
    status: 422,
    body: body("Workflow does not have 'workflow_dispatch' trigger"),
    method: "POST",
    becomes: "Invalid",
    says: /no workflow_dispatch trigger on the named branch/
  },
  {
    name: "a run that is started again while it runs",
    status: 403,
    body: body("This workflow is already running"),
    headers: CLASSIC,
    method: "POST",
    endpoint: "/repos/acme/widgets/actions/runs/7/rerun-failed-jobs",
    becomes: "Conflict",
    says: /has not ended.*already running.*Nothing was changed\. Read its current state and change it first/,
    because: "state"
  },
  // https://github.com/cli/cli/issues/9989, and by its web page since 2021 with "re-run".
  ...["retry", "re-run"].map((verb) => ({
    name: `a run that is too old to ${verb}`,
    status: 403,
    body: body(`Unable to ${verb} this workflow run because it was created over a month ago`),
    headers: CLASSIC,
    method: "POST" as const,
    endpoint: "/repos/acme/widgets/actions/runs/7/rerun-failed-jobs",
    becomes: "Conflict" as const,
    says: /^The run is too old to be run again: .* over a month ago\. Nothing was changed\.$/,
    because: "state" as const
  })),
  {
    // https://github.com/metabase/metabase/pull/70916
    name: "a run that cannot be started again",
    status: 403,
    body: body("This workflow run cannot be retried"),
    method: "POST",
    endpoint: "/repos/acme/widgets/actions/runs/7/rerun-failed-jobs",
    becomes: "Conflict",
    says: /^The run cannot be run again: .* Nothing was changed\.$/,
    because: "state"
  },
  {
    name: "a job that is started again while its run goes on",
    status: 403,
    body: body("The workflow run containing this job is already running"),
    method: "POST",
    endpoint: "/repos/acme/widgets/actions/jobs/7/rerun",
    becomes: "Conflict",
    says: /has not ended/
  },
  {
    name: "a payment that failed",
    status: 403,
    body: body(
      "The job was not started because recent account payments have failed or your spending limit needs to be increased."
    ),
    method: "POST",
    becomes: "QuotaExhausted",
    says: /spending limit or an unpaid bill/
  },
  {
    name: "a bill that was not paid",
    status: 403,
    body: body("The job was not started because your account is locked due to a billing issue."),
    method: "POST",
    becomes: "QuotaExhausted",
    says: /spending limit or an unpaid bill/
  },
  {
    name: "another content of a file about billing",
    status: 409,
    body: body("src/billing/invoice.ts does not match 3d21ec53a331a6f037a91c368710b99387d012c1"),
    method: "PUT",
    becomes: "Conflict",
    says: /reports a conflict: src\/billing\/invoice\.ts does not match/
  },
  {
    name: "another content of a file whose name is a refusal",
    status: 409,
    body: body("docs/Who is blocked/billing issue.md does not match 3d21ec53a331a6f037a91c368710b99387d012c1"),
    method: "PUT",
    becomes: "Conflict",
    says: /reports a conflict: docs/
  },
  {
    name: "a branch about billing that does not exist",
    status: 422,
    body: body("No commit found for SHA: billing-v2"),
    becomes: "NotFound",
    says: /no such commit, branch or tag/
  },
  {
    name: "a second pull request of a branch about billing",
    status: 422,
    body: invalid([
      { resource: "PullRequest", code: "custom", message: "A pull request already exists for acme:billing-fix." }
    ]),
    method: "POST",
    becomes: "Conflict",
    says: /already exists for acme:billing-fix/
  },
  {
    name: "a label about billing that cannot be set",
    status: 422,
    body: invalid([{ value: "billing", resource: "Issue", field: "labels", code: "invalid" }]),
    method: "POST",
    becomes: "Invalid",
    says: /labels "billing" is not valid/
  },
  {
    name: "a protected branch",
    status: 403,
    body: body(
      "You're not authorized to push to this branch. Visit https://docs.example.com/protected for more information."
    ),
    method: "PUT",
    becomes: "Conflict",
    says: /rules of the branch.*Nothing was changed/,
    because: "rules"
  },
  {
    name: "a locked branch",
    status: 409,
    body: body("Could not update file: Cannot change this locked branch"),
    method: "PUT",
    becomes: "Conflict",
    says: /rules of the branch.*Nothing was changed\. .*change it first/,
    because: "rules"
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
    says: /Required status check/,
    because: "rules"
  },
  {
    name: "a merge that needs a review",
    status: 405,
    body: body("At least 1 approving review is required by reviewers with write access."),
    method: "PUT",
    becomes: "Conflict",
    says: /approving review/,
    because: "rules"
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
    name: "a base that moved",
    status: 405,
    body: body("Base branch was modified. Review and try the merge again."),
    method: "PUT",
    becomes: "Conflict",
    says: /Base branch was modified.*Read its current state and try again/
  },
  {
    // https://github.com/JSONbored/loopover/pull/5042
    name: "a merge that is under way",
    status: 405,
    body: body("Merge already in progress"),
    method: "PUT",
    becomes: "Conflict",
    says: /already in progress\. Read its current state and try again/
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
    name: "a branch that somebody else moved",
    status: 422,
    body: body("Update is not a fast forward"),
    method: "PATCH",
    endpoint: "/repos/acme/widgets/git/refs/heads/main",
    becomes: "Conflict",
    says: /Update is not a fast forward\. Read its current state/,
    because: "overtaken"
  },
  {
    name: "a branch that cannot be written, for a reason that is not given",
    status: 422,
    body: body("Reference update failed"),
    method: "POST",
    endpoint: "/repos/acme/widgets/git/refs",
    becomes: "Conflict",
    says: /a beside a\/b.*came first: Reference update failed\. Nothing was changed\. Read its current state and try again/
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
