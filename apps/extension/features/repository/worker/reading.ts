/**
 * Validates and converts the output of the code host's steps. Output that does not match the documentation is an error,
 * never an empty result. Pure.
 */
import {
  hasFields,
  isBoolean,
  isCount,
  isList,
  isMaybe,
  isNumberIn,
  isOptional,
  isText,
  type Guarded
} from "../../../messaging/shape.ts"
import type { Limit, RepositoryFacts, Run, Thread } from "../requests.ts"

export const isPerson = hasFields({ login: isText })

export const isRepository = hasFields({
  full_name: isText,
  html_url: isText,
  default_branch: isMaybe(isText),
  pushed_at: isMaybe(isText),
  archived: isMaybe(isBoolean),
  permissions: isMaybe(hasFields({ push: isMaybe(isBoolean) }))
})

export const factsOf = (record: Guarded<typeof isRepository>, login: string): RepositoryFacts => ({
  name: record.full_name,
  url: record.html_url,
  branch: record.default_branch ?? null,
  pushedAt: record.pushed_at ?? null,
  login,
  isArchived: record.archived === true,
  mayWrite: record.permissions?.push ?? null
})

export const RUN_FIELDS =
  "id name workflow_id run_number event status outcome head_branch html_url actor.login created_at run_started_at updated_at".split(
    " "
  )
const isRun = hasFields({
  id: isCount,
  name: isMaybe(isText),
  workflow_id: isCount,
  run_number: isCount,
  event: isText,
  status: isMaybe(isText),
  /** In the service's format. */
  conclusion: isMaybe(isText),
  /** In the step's output. */
  outcome: isOptional(isText),
  head_branch: isMaybe(isText),
  html_url: isText,
  actor: isMaybe(isPerson),
  created_at: isText,
  run_started_at: isMaybe(isText),
  updated_at: isText
})
type RunRecord = Guarded<typeof isRun>
export const isRuns = hasFields({ items: isList(isRun) })
/** The service's format of a list of runs. */
export const isServiceRuns = hasFields({ workflow_runs: isList(isRun) })

const ENDED = ["succeeded", "failed", "cancelled"] as const

const stateOf = ({ status, outcome }: RunRecord): Run["state"] => {
  if (status === "in_progress") return "running"
  if (status !== "completed") return "waiting"
  return ENDED.find((state) => state === outcome) ?? "other"
}

export const runOf = (record: RunRecord): Run => ({
  id: record.id,
  workflow: record.name ?? String(record.workflow_id),
  number: record.run_number,
  branch: record.head_branch ?? "",
  event: record.event,
  actor: record.actor?.login ?? "",
  url: record.html_url,
  state: stateOf(record),
  startedAt: record.run_started_at ?? record.created_at,
  updatedAt: record.updated_at
})

/**
 * Returns the failed runs, newest first, that no newer run of the same workflow and branch follows. Several workflows
 * may have the same name.
 */
export const failedOf = (runs: ReadonlyArray<RunRecord>): ReadonlyArray<Run> => {
  const newest = new Map<string, RunRecord>()
  for (const run of runs) {
    const key = `${run.workflow_id} ${run.head_branch}`
    if (!newest.has(key)) newest.set(key, run)
  }
  return [...newest.values()].map(runOf).filter(({ state }) => state === "failed")
}

export const ISSUE_FIELDS = ["number", "title", "html_url", "user.login", "created_at", "updated_at", "pull_request"]
const isIssue = hasFields({
  number: isCount,
  title: isText,
  html_url: isText,
  user: isMaybe(isPerson),
  created_at: isText,
  updated_at: isText,
  pull_request: (_value): _value is unknown => true
})
export const isIssues = isList(isIssue)
export const isFound = hasFields({ items: isIssues })

export const threadOf = ({ number, title, html_url, user, updated_at }: Guarded<typeof isIssue>): Thread => ({
  number,
  title,
  by: user?.login ?? "",
  url: html_url,
  at: updated_at
})

export const NOTIFICATION_FIELDS = ["reason", "updated_at", "subject"]
export const isNotifications = isList(
  hasFields({
    reason: isText,
    updated_at: isText,
    subject: hasFields({
      title: isText,
      url: isMaybe(isText),
      /** The newest comment, or the thread itself. */
      latest_comment_url: isMaybe(isText),
      type: isText
    })
  })
)

/** A thread that mentions the account, or a team of it, and the API's path of its newest text. */
export interface MentioningThread extends Thread {
  readonly ofTeam: boolean
  readonly latest: string | undefined
}

/**
 * Returns the account's mentions among its notifications, each as its thread, with a path below the repository's page.
 */
export const mentionsOf = (all: Guarded<typeof isNotifications>): ReadonlyArray<MentioningThread> =>
  all
    .filter(({ reason }) => reason === "mention" || reason === "team_mention")
    .flatMap(({ reason, subject, updated_at }) => {
      const { url, latest_comment_url } = subject
      const number = Number(/\/(\d+)$/.exec(url ?? "")?.[1] ?? Number.NaN)
      const folder = subject.type === "PullRequest" ? "pull" : "issues"
      return Number.isSafeInteger(number)
        ? [
            {
              number,
              title: subject.title,
              by: "",
              url: `${folder}/${number}`,
              at: updated_at,
              ofTeam: reason !== "mention",
              latest: /\/repos\/.+/.exec(latest_comment_url ?? url ?? "")?.[0]
            }
          ]
        : []
    })

/** A comment, or the text that begins a thread. `url` identifies it, `html_url` is its page. */
export const isAuthored = hasFields({
  url: isText,
  html_url: isText,
  user: isMaybe(isPerson),
  title: isMaybe(isText),
  body: isMaybe(isText),
  created_at: isText
})
export type Authored = Guarded<typeof isAuthored>

const isLimit = hasFields({ limit: isCount, remaining: isCount, reset: isNumberIn(0, 1e11) })
export const isLimits = hasFields({ resources: hasFields({ core: isLimit }) })

export const limitOf = ({ resources: { core } }: Guarded<typeof isLimits>): Limit => ({
  left: core.remaining,
  limit: core.limit,
  fullAt: new Date(core.reset * 1000).toISOString()
})

export const isWorkflows = hasFields({ workflows: isList(hasFields({ id: isCount, name: isText, state: isText })) })
