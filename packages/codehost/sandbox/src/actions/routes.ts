// Routes that list workflows and runs, enable and disable workflows, and start them manually.
// Source: https://docs.github.com/en/rest/actions/workflows, https://docs.github.com/en/rest/actions/workflow-runs

import { findAccount } from "../accounts/accounts.ts"
import { type Context, param, repositoryOf, type Routes, viewerOf, wholeParam } from "../frame/context.ts"
import { forbidden, notFound, unprocessable } from "../frame/errors.ts"
import { optionalFlag, requiredText } from "../frame/fields.ts"
import { paginateIn } from "../frame/paging.ts"
import { noContent, ok, type Reply } from "../frame/reply.ts"
import { repositoryPolicy } from "../policies/policies.ts"
import { fullName, type Repository } from "../repositories/repositories.ts"
import { findWorkflow, runsOf, startRun, workflowsOf } from "./actions.ts"
import { downloadArtifact, getArtifact, listArtifacts } from "./artifacts.ts"
import { filterRuns } from "./filters.ts"
import { inputsProblem } from "./inputs.ts"
import { jobLogs, runLogs } from "./logs.ts"
import { jobId, jobRecord, runRecord, workflowRecord } from "./records.ts"
import { again, phaseOf, type Run } from "./runs.ts"
import type { Workflow } from "./workflows.ts"

const workflowOf = (context: Context, repository: Repository): Workflow => {
  const workflow = findWorkflow(context.world.actions, repository.id, param(context, "workflow_id"))
  if (workflow === undefined) throw notFound()
  return workflow
}

const runOf = (context: Context, repository: Repository): Run => {
  const id = wholeParam(context, "run_id")
  const run = runsOf(context.world.actions, repository.id).find((one) => one.id === id)
  if (run === undefined) throw notFound()
  return run
}

/** The path's repository. Fails with 403 if the caller can read it but not push to it. */
const writable = (context: Context): Repository => repositoryOf(context, "push")

const setState =
  (state: Workflow["state"]) =>
  (context: Context): Reply => {
    const workflow = workflowOf(context, writable(context))
    if (workflow.state !== state) workflow.updatedAt = context.stamp()
    workflow.state = state
    return noContent
  }

/** Resolves a branch or tag, given by its short or full name. */
const headOf = ({ git }: Repository, ref: string): { readonly branch: string; readonly sha: string } => {
  for (const name of [ref, `refs/heads/${ref}`, `refs/tags/${ref}`]) {
    const sha = git.refs.get(name)
    if (sha !== undefined) return { branch: name.replace(/^refs\/(heads|tags)\//, ""), sha }
  }
  throw unprocessable(`No ref found for: ${ref}`)
}

const dispatch = (context: Context): Reply => {
  const { body, stamp, state, urls, world } = context
  const repository = writable(context)
  const workflow = workflowOf(context, repository)
  const { branch, sha } = headOf(repository, requiredText(body, "ref"))
  if (repositoryPolicy(state.policies, repository.id).actionsDisabled) {
    throw unprocessable("Actions has been disabled for this repository.")
  }
  if (workflow.dispatch === null) throw unprocessable("Workflow does not have 'workflow_dispatch' trigger")
  if (workflow.state !== "active") throw unprocessable("Cannot trigger a 'workflow_dispatch' on a disabled workflow")
  const problem = inputsProblem(workflow.dispatch, body["inputs"])
  if (problem !== undefined) throw problem
  const run = startRun(world.actions, {
    workflow,
    event: "workflow_dispatch",
    branch,
    sha,
    actorId: viewerOf(context).id,
    title: workflow.name,
    createdAtMillis: Date.parse(stamp()),
    startedMillis: state.clock.now()
  })
  if (optionalFlag(body, "return_run_details") !== true) return noContent
  const path = `${fullName(world, repository)}/actions/runs/${run.id}`
  return ok({ workflow_run_id: run.id, run_url: `${urls.api}/repos/${path}`, html_url: `${urls.html}/${path}` })
}

const listRuns = (context: Context, repository: Repository, runs: ReadonlyArray<Run>): Reply => {
  const { query, state, world } = context
  const actorId = findAccount(world, query.get("actor") ?? "")?.id
  const matches = filterRuns(runs, query, state.clock.now(), actorId)
  return paginateIn(context, "workflow_runs", matches, (run) => runRecord(context, repository, run))
}

const listRepositoryRuns = (context: Context): Reply => {
  const repository = repositoryOf(context)
  return listRuns(context, repository, runsOf(context.world.actions, repository.id))
}

const listWorkflowRuns = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const onlyOf = workflowOf(context, repository)
  const runs = runsOf(context.world.actions, repository.id).filter(({ workflow }) => workflow === onlyOf)
  return listRuns(context, repository, runs)
}

const listWorkflows = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const workflows = workflowsOf(context.world.actions, repository.id)
  return paginateIn(context, "workflows", workflows, (workflow) => workflowRecord(context, repository, workflow))
}

/** Reruns all jobs or the failed ones. Both are the same here, because a run has only one job. */
const rerun = (context: Context): Reply => {
  const { state, world } = context
  const run = runOf(context, writable(context))
  const { actions } = world
  if (phaseOf(run, state.clock.now()).status !== "completed") throw forbidden("This workflow is already running")
  actions.runs = actions.runs.map((one) => (one === run ? again(run, actions.conclusion, state.clock.now()) : one))
  actions.reported.delete(run.id)
  return { status: 201, body: {} }
}

const listJobs = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const run = runOf(context, repository)
  const jobs = phaseOf(run, context.state.clock.now()).conclusion === "startup_failure" ? [] : [run]
  return paginateIn(context, "jobs", jobs, (one) => jobRecord(context, repository, one))
}

/** Finds the run of the job in the path. */
const runOfJob = (context: Context, repository: Repository): Run => {
  const id = wholeParam(context, "job_id")
  const run = runsOf(context.world.actions, repository.id).find((one) => jobId(one) === id)
  if (run === undefined) throw notFound()
  return run
}

/** Wraps an operation on something within the path's repository. */
const within =
  (run: (context: Context, repository: Repository) => Reply) =>
  (context: Context): Reply =>
    run(context, repositoryOf(context))

const read = { permission: "actions=read" }
const write = { permission: "actions=write" }
const repo = "/repos/{owner}/{repo}/actions"

export const actionRoutes: Routes = {
  [`GET ${repo}/workflows`]: { run: listWorkflows, ...read },
  [`GET ${repo}/workflows/{workflow_id}`]: {
    run: within((context, repository) => ok(workflowRecord(context, repository, workflowOf(context, repository)))),
    ...read
  },
  [`PUT ${repo}/workflows/{workflow_id}/enable`]: { run: setState("active"), ...write },
  [`PUT ${repo}/workflows/{workflow_id}/disable`]: { run: setState("disabled_manually"), ...write },
  [`POST ${repo}/workflows/{workflow_id}/dispatches`]: { run: dispatch, ...write },
  [`GET ${repo}/workflows/{workflow_id}/runs`]: { run: listWorkflowRuns, ...read },
  [`GET ${repo}/runs`]: { run: listRepositoryRuns, ...read },
  [`GET ${repo}/runs/{run_id}`]: {
    run: within((context, repository) => ok(runRecord(context, repository, runOf(context, repository)))),
    ...read
  },
  [`POST ${repo}/runs/{run_id}/rerun`]: { run: rerun, ...write },
  [`POST ${repo}/runs/{run_id}/rerun-failed-jobs`]: { run: rerun, ...write },
  [`GET ${repo}/runs/{run_id}/jobs`]: { run: listJobs, ...read },
  [`GET ${repo}/runs/{run_id}/logs`]: {
    run: within((context, repository) => runLogs(context, runOf(context, repository))),
    ...read
  },
  [`GET ${repo}/runs/{run_id}/artifacts`]: {
    run: within((context, repository) => listArtifacts(context, repository, [runOf(context, repository)])),
    ...read
  },
  [`GET ${repo}/jobs/{job_id}`]: {
    run: within((context, repository) => ok(jobRecord(context, repository, runOfJob(context, repository)))),
    ...read
  },
  [`GET ${repo}/jobs/{job_id}/logs`]: {
    run: within((context, repository) => jobLogs(context, runOfJob(context, repository))),
    ...read
  },
  [`GET ${repo}/artifacts`]: {
    run: within((context, repository) =>
      listArtifacts(context, repository, runsOf(context.world.actions, repository.id))
    ),
    ...read
  },
  [`GET ${repo}/artifacts/{artifact_id}`]: { run: within(getArtifact), ...read },
  [`GET ${repo}/artifacts/{artifact_id}/{archive_format}`]: { run: within(downloadArtifact), ...read }
}
