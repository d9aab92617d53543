// The operations that the integration's specification names, by their ids in the description.

export const specOperations = [
  "repos/get-collaborator-permission-level",
  "repos/add-collaborator",
  "repos/remove-collaborator",
  "repos/get-content",
  "repos/create-or-update-file-contents",
  "repos/delete-file",
  "issues/list-for-repo",
  "issues/get",
  "issues/create",
  "issues/update",
  "pulls/list",
  "pulls/get",
  "pulls/create",
  "pulls/update",
  "pulls/merge",
  "repos/list-branches",
  "repos/get-branch",
  "git/create-ref",
  "rate-limit/get"
] as const
