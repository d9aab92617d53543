// The names of events that hooks can subscribe to. The sandbox sends only some of them.
// Source: https://docs.github.com/en/webhooks/webhook-events-and-payloads

const ofBoth = [
  "branch_protection_configuration",
  "branch_protection_rule",
  "check_run",
  "check_suite",
  "code_scanning_alert",
  "commit_comment",
  "create",
  "custom_property_values",
  "delete",
  "dependabot_alert",
  "deploy_key",
  "deployment",
  "deployment_protection_rule",
  "deployment_review",
  "deployment_status",
  "discussion",
  "discussion_comment",
  "fork",
  "gollum",
  "issue_comment",
  "issue_dependencies",
  "issues",
  "label",
  "member",
  "merge_group",
  "meta",
  "milestone",
  "package",
  "page_build",
  "project",
  "project_card",
  "project_column",
  "public",
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "pull_request_review_thread",
  "push",
  "registry_package",
  "release",
  "repository",
  "repository_advisory",
  "repository_import",
  "repository_ruleset",
  "repository_vulnerability_alert",
  "secret_scanning_alert",
  "secret_scanning_alert_location",
  "security_and_analysis",
  "star",
  "status",
  "sub_issues",
  "team_add",
  "watch",
  "workflow_job",
  "workflow_run"
]

const ofOrganizations = [
  "custom_property",
  "membership",
  "org_block",
  "organization",
  "personal_access_token_request",
  "projects_v2",
  "projects_v2_item",
  "projects_v2_status_update",
  "team"
]

export const isEventOf = (kind: "repository" | "organization", name: string): boolean =>
  name === "*" ||
  name === "ping" ||
  ofBoth.includes(name) ||
  (kind === "organization" && ofOrganizations.includes(name))
