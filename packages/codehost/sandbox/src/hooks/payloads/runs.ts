// Payloads of events about workflow runs and jobs. Each shows the state at the moment of the event.

import { jobRecord, runRecord, workflowRecord } from "../../actions/records.ts"
import { type Phase, phaseOf } from "../../actions/runs.ts"
import type { Run } from "../../actions/runs.ts"
import type { DomainEvent } from "../../domain-events/domain-events.ts"
import { liteRepository, repositoryOf, type Writer } from "./writer.ts"

const statuses: Readonly<Record<string, Phase["status"]>> = {
  requested: "queued",
  queued: "queued",
  in_progress: "in_progress",
  completed: "completed"
}

const phaseAt = ({ state }: Writer, run: Run, action: string): Phase => {
  const phase = phaseOf(run, state.clock.now())
  const status = statuses[action] ?? phase.status
  return status === phase.status ? phase : { ...phase, status, conclusion: null }
}

export const runs = (writer: Writer, domainEvent: DomainEvent<"workflow_run">) => {
  const { action, run } = domainEvent.subject
  const repository = repositoryOf(domainEvent)
  return {
    action,
    workflow: workflowRecord(writer, repository, run.workflow),
    workflow_run: {
      ...runRecord(writer, repository, run, phaseAt(writer, run, action)),
      path: run.workflow.path,
      repository: liteRepository(writer, repository),
      head_repository: liteRepository(writer, repository)
    }
  }
}

export const jobs = (writer: Writer, domainEvent: DomainEvent<"workflow_job">) => {
  const { action, run } = domainEvent.subject
  return { action, workflow_job: jobRecord(writer, repositoryOf(domainEvent), run, phaseAt(writer, run, action)) }
}
