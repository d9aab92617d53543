import type * as en from "../en/trigger-titles.ts"

export const triggerTitles: typeof en.triggerTitles = {
  codehost_new_branch: "Neuer Branch",
  codehost_new_card_in_column: "Neue Karte in einer Spalte",
  codehost_new_collaborator: "Neues Mitglied",
  codehost_new_comment: "Neuer Kommentar",
  codehost_new_commit: "Neuer Commit",
  codehost_new_discussion: "Neue Diskussion",
  codehost_new_discussion_comment: "Neuer Kommentar in einer Diskussion",
  codehost_new_fork: "Neuer Fork",
  codehost_new_gist: "Neuer Gist",
  codehost_new_issue: "Neues Issue",
  codehost_new_label_on_issue: "Neues Label an einem Issue",
  codehost_new_mention: "Neue Erwähnung",
  codehost_new_pull_request: "Neuer Pull-Request",
  codehost_new_pull_request_review: "Neues Review eines Pull-Requests",
  codehost_new_push: "Neuer Push",
  codehost_new_release: "Neues Release",
  codehost_new_repository: "Neues Repository",
  codehost_new_review_request: "Neue Bitte um ein Review",
  codehost_new_star: "Neuer Stern",
  codehost_new_tag: "Neues Tag",
  codehost_new_watcher: "Neuer Beobachter",
  codehost_project_item_status_changed: "Status eines Projekteintrags geändert",
  codehost_updated_issue: "Issue geändert",
  codehost_updated_pull_request: "Pull-Request geändert",
  codehost_workflow_job_completed: "Job eines Workflows beendet",
  codehost_workflow_run_completed: "Workflow-Lauf beendet"
}

export const seenTitles: typeof en.seenTitles = {
  issue: "Neues Issue",
  pullRequest: "Neuer Pull-Request",
  runFailed: "Lauf fehlgeschlagen",
  mention: "Erwähnt"
}
