// Builds the API records of workflows, runs and jobs.

import { accountById } from "../accounts/accounts.ts"
import { isoSeconds } from "../frame/clock.ts"
import type { Context } from "../frame/context.ts"
import { nodeId } from "../records/node-id.ts"
import { minimalRepository } from "../records/repository.ts"
import { encodePath } from "../records/urls.ts"
import { simpleUser } from "../records/user.ts"
import { fullName, type Repository } from "../repositories/repositories.ts"
import { type Phase, phaseOf, type Run } from "./runs.ts"
import type { Workflow } from "./workflows.ts"

export const workflowRecord = (
  { urls, world }: Pick<Context, "urls" | "world">,
  repository: Repository,
  workflow: Workflow
) => {
  const { createdAt, id, name, path, state, updatedAt } = workflow
  const full = fullName(world, repository)
  const file = path.split("/").at(-1) ?? ""
  return {
    id,
    node_id: nodeId("W", id, repository.id),
    name,
    path,
    state,
    created_at: createdAt,
    updated_at: updatedAt,
    url: `${urls.api}/repos/${full}/actions/workflows/${id}`,
    html_url: `${urls.html}/${full}/blob/${encodePath(repository.defaultBranch)}/${path}`,
    badge_url: `${urls.html}/${full}/workflows/${encodeURIComponent(name)}/badge.svg?file=${file}`
  }
}

const headCommit = ({ sha, title }: Run, createdAt: string) => ({
  id: sha,
  tree_id: sha,
  message: title,
  timestamp: createdAt,
  author: { name: "Mona", email: "mona@example.com" },
  committer: { name: "Mona", email: "mona@example.com" }
})

/** The parts of the context that run records need. */
export type RunScene = Pick<Context, "state" | "urls" | "viewer" | "world">

export const runRecord = (
  context: RunScene,
  repository: Repository,
  run: Run,
  { conclusion, status, updatedAt }: Phase = phaseOf(run, context.state.clock.now())
) => {
  const { urls, world } = context
  const full = fullName(world, repository)
  const url = `${urls.api}/repos/${full}/actions/runs/${run.id}`
  const actor = simpleUser(urls, accountById(world, run.actorId))
  const createdAt = isoSeconds(run.createdAtMillis)
  const head = minimalRepository(world, urls, repository, context.viewer)
  return {
    id: run.id,
    name: run.workflow.name,
    node_id: nodeId("WFR", run.id, repository.id),
    check_suite_id: run.id,
    check_suite_node_id: nodeId("CS", run.id, repository.id),
    head_branch: run.branch,
    head_sha: run.sha,
    path: `${run.workflow.path}@${run.branch}`,
    display_title: run.title,
    run_number: run.number,
    run_attempt: run.attempt ?? 1,
    referenced_workflows: [],
    event: run.event,
    status,
    conclusion,
    workflow_id: run.workflow.id,
    url,
    html_url: `${urls.html}/${full}/actions/runs/${run.id}`,
    pull_requests: [],
    created_at: createdAt,
    updated_at: updatedAt,
    actor,
    triggering_actor: actor,
    run_started_at: createdAt,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${urls.api}/repos/${full}/check-suites/${run.id}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: null,
    workflow_url: `${urls.api}/repos/${full}/actions/workflows/${run.workflow.id}`,
    head_commit: headCommit(run, createdAt),
    repository: head,
    head_repository: head
  }
}

/** Jobs have fewer possible conclusions than runs. */
const jobConclusion = ({ conclusion }: Phase) =>
  conclusion === "stale" || conclusion === "startup_failure" ? "failure" : conclusion

/** The id of a run's job. Every run has exactly one job. */
export const jobId = ({ id }: Run): number => id + 1_000_000

const steps = (
  createdAt: string,
  { conclusion, status }: { readonly status: string; readonly conclusion: string | null }
) =>
  ["Set up job", "Run npm test", "Complete job"].map((name, index) => ({
    name,
    status,
    conclusion: name === "Run npm test" ? conclusion : conclusion === null ? null : "success",
    number: index + 1,
    started_at: createdAt,
    completed_at: status === "completed" ? createdAt : null
  }))

export const jobRecord = (
  { state, urls, world }: RunScene,
  repository: Repository,
  run: Run,
  phase: Phase = phaseOf(run, state.clock.now())
) => {
  const full = fullName(world, repository)
  const api = `${urls.api}/repos/${full}`
  const createdAt = isoSeconds(run.createdAtMillis)
  const isOver = phase.status === "completed"
  return {
    id: jobId(run),
    run_id: run.id,
    workflow_name: run.workflow.name,
    head_branch: run.branch,
    run_url: `${api}/actions/runs/${run.id}`,
    run_attempt: run.attempt ?? 1,
    node_id: nodeId("CR", run.id, repository.id),
    head_sha: run.sha,
    url: `${api}/actions/jobs/${jobId(run)}`,
    html_url: `${urls.html}/${full}/actions/runs/${run.id}/job/${jobId(run)}`,
    status: phase.status,
    conclusion: jobConclusion(phase),
    created_at: createdAt,
    started_at: createdAt,
    completed_at: isOver ? phase.updatedAt : null,
    name: "build",
    steps: isOver ? steps(createdAt, { status: phase.status, conclusion: jobConclusion(phase) }) : [],
    check_run_url: `${api}/check-runs/${run.id}`,
    labels: ["ubuntu-latest"],
    runner_id: phase.status === "queued" ? null : 1,
    runner_name: phase.status === "queued" ? null : "Hosted runner 1",
    runner_group_id: phase.status === "queued" ? null : 2,
    runner_group_name: phase.status === "queued" ? null : "Hosted runners"
  }
}
