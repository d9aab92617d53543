// Artifacts of workflow runs. Each successful run has one report, which expires after thirty days.
// Source: https://docs.github.com/en/rest/actions/artifacts

import { createHash } from "node:crypto"

import { redirectTo } from "../downloads/redirect.ts"
import { zipOf } from "../downloads/zip.ts"
import { isoSeconds } from "../frame/clock.ts"
import { type Context, param, viewerOf, wholeParam } from "../frame/context.ts"
import { gone, notFound } from "../frame/errors.ts"
import { paginateIn } from "../frame/paging.ts"
import { ok, type Reply } from "../frame/reply.ts"
import { nodeId } from "../records/node-id.ts"
import { fullName, type Repository } from "../repositories/repositories.ts"
import { runsOf } from "./actions.ts"
import { phaseOf, type Run } from "./runs.ts"

const keptMillis = 30 * 86_400_000
const artifactName = "test-report"
/** Artifact ids are run ids plus this offset, so that the two do not overlap. */
const idOffset = 2_000_000

const archiveOf = (run: Run): Buffer =>
  zipOf([
    { path: "report.json", content: Buffer.from(`${JSON.stringify({ run: run.id, sha: run.sha, passed: 300 })}\n`) },
    { path: "summary.txt", content: Buffer.from(`Run ${run.number} of ${run.workflow.name}: everything passed.\n`) }
  ])

const isExpired = ({ state }: Context, run: Run): boolean => run.createdAtMillis + keptMillis <= state.clock.today()

const hasArtifact = ({ state }: Context, run: Run): boolean => phaseOf(run, state.clock.now()).conclusion === "success"

const record = (context: Context, repository: Repository, run: Run) => {
  const id = run.id + idOffset
  const bytes = archiveOf(run)
  const url = `${context.urls.api}/repos/${fullName(context.world, repository)}/actions/artifacts/${id}`
  const createdAt = isoSeconds(run.createdAtMillis)
  return {
    id,
    node_id: nodeId("A", id, repository.id),
    name: artifactName,
    size_in_bytes: bytes.length,
    url,
    archive_download_url: `${url}/zip`,
    expired: isExpired(context, run),
    created_at: createdAt,
    updated_at: createdAt,
    expires_at: isoSeconds(run.createdAtMillis + keptMillis),
    digest: `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
    workflow_run: {
      id: run.id,
      repository_id: repository.id,
      head_repository_id: repository.id,
      head_branch: run.branch,
      head_sha: run.sha
    }
  }
}

export const listArtifacts = (context: Context, repository: Repository, runs: ReadonlyArray<Run>): Reply => {
  const name = context.query.get("name")
  const matches = name === null || name === artifactName ? runs.filter((run) => hasArtifact(context, run)) : []
  return paginateIn(context, "artifacts", matches, (run) => record(context, repository, run))
}

const runOfArtifact = (context: Context, repository: Repository): Run => {
  const id = wholeParam(context, "artifact_id") - idOffset
  const run = runsOf(context.world.actions, repository.id).find((one) => one.id === id)
  if (run === undefined || !hasArtifact(context, run)) throw notFound()
  return run
}

export const getArtifact = (context: Context, repository: Repository): Reply =>
  ok(record(context, repository, runOfArtifact(context, repository)))

export const downloadArtifact = (context: Context, repository: Repository): Reply => {
  const run = runOfArtifact(context, repository)
  viewerOf(context)
  if (param(context, "archive_format") !== "zip") throw notFound()
  if (isExpired(context, run)) throw gone("Artifact has expired")
  return redirectTo(context, { name: `${artifactName}.zip`, type: "application/zip", bytes: () => archiveOf(run) })
}
