/** Which payloads are unreadable: of a kind that triggers report, but of another shape than the documented one. */
import { commentPayload, reviewPayload } from "./comments.ts"
import { discussionCommentPayload, discussionPayload } from "./discussions.ts"
import { cardPayload, projectItemPayload } from "./projects.ts"
import { createPayload, pushPayload } from "./pushes.ts"
import { forkPayload, memberPayload, releasePayload, repositoryPayload, starPayload } from "./repositories.ts"
import { jobPayload, runPayload } from "./runs.ts"
import { issuePayload, pullRequestPayload } from "./threads.ts"

type Read = (body: unknown) => unknown

const OF_BOTH = ["opened", "edited", "labeled", "unlabeled", "assigned", "unassigned", "closed", "reopened"]

/** The payloads that triggers read, and the actions that they report; events without actions have none. */
const READERS: Readonly<Record<string, readonly [read: Read, actions?: ReadonlyArray<string>]>> = {
  issues: [issuePayload, OF_BOTH],
  pull_request: [
    pullRequestPayload,
    [...OF_BOTH, "synchronize", "ready_for_review", "converted_to_draft", "review_requested"]
  ],
  issue_comment: [commentPayload, ["created"]],
  pull_request_review_comment: [commentPayload, ["created"]],
  pull_request_review: [reviewPayload, ["submitted"]],
  discussion: [discussionPayload, ["created"]],
  discussion_comment: [discussionCommentPayload, ["created"]],
  push: [pushPayload],
  create: [createPayload],
  fork: [forkPayload],
  star: [starPayload, ["created"]],
  member: [memberPayload, ["added"]],
  release: [releasePayload, ["published"]],
  repository: [repositoryPayload, ["created"]],
  workflow_run: [runPayload, ["completed"]],
  workflow_job: [jobPayload, ["completed"]],
  projects_v2_item: [projectItemPayload, ["edited"]],
  project_card: [cardPayload, ["created", "moved"]]
}

/** Whether an event is of no kind that triggers report, or has the documented shape. */
export const isReadable = ({ name, body }: { readonly name: string; readonly body: unknown }): boolean => {
  const [read, actions] = (Object.hasOwn(READERS, name) ? READERS[name] : undefined) ?? []
  const action: unknown = Object(body)["action"]
  if (read === undefined || (actions !== undefined && !actions.some((one) => one === action))) return true
  return read(body) !== undefined
}
