// Logs of workflow runs: plain text for a job, a zip of such texts for a whole run.
// Source: https://docs.github.com/en/rest/actions/workflow-jobs#download-job-logs-for-a-workflow-run

import { redirectTo } from "../downloads/redirect.ts"
import { zipOf } from "../downloads/zip.ts"
import type { Context } from "../frame/context.ts"
import { forbidden, notFound } from "../frame/errors.ts"
import type { Reply } from "../frame/reply.ts"
import { type Conclusion, phaseOf, type Run } from "./runs.ts"

const failures: ReadonlyArray<Conclusion> = ["failure", "timed_out"]

const setUp = (run: Run): ReadonlyArray<string> => [
  "Current runner version: '2.330.0'",
  "##[group]Runner Image",
  "Image: ubuntu-24.04",
  "##[endgroup]",
  `Prepare workflow ${run.workflow.name} for ${run.sha}`
]

/** The step that does the work: `lines` lines of test output and the result. */
const work = (run: Run, lines: number): ReadonlyArray<string> => [
  "##[group]Run npm test",
  "npm test",
  "shell: /usr/bin/bash -e {0}",
  "##[endgroup]",
  ...Array.from(
    { length: lines },
    (_, index) => `\u001B[32m✓\u001B[0m test ${index + 1} of ${lines} (${(index * 7) % 40} ms)`
  ),
  ...(failures.includes(run.willConclude)
    ? ["not ok: the widget turned the wrong way round", "##[error]Process completed with exit code 1."]
    : [`${lines} tests passed`])
]

/** Prefixes each line with a timestamp. The file begins with a byte order mark. */
const withTimes = ({ createdAtMillis }: Run, lines: ReadonlyArray<string>): Buffer =>
  Buffer.from(
    `\uFEFF${lines
      .map((line, index) => {
        const at = new Date(createdAtMillis + index * 37).toISOString().replace("Z", "0000Z")
        return `${at} ${line}\n`
      })
      .join("")}`
  )

/** Logs can be read once the run is complete, and only by signed-in callers. */
const checkReadable = ({ state, viewer }: Context, run: Run): void => {
  if (viewer === undefined) throw forbidden("Must have admin rights to Repository.")
  if (phaseOf(run, state.clock.now()).status !== "completed") throw notFound()
}

export const jobLogs = (context: Context, run: Run): Reply => {
  checkReadable(context, run)
  if (run.willConclude === "startup_failure") throw notFound()
  const bytes = (): Buffer => withTimes(run, [...setUp(run), ...work(run, context.state.settings.logLines)])
  return redirectTo(context, { name: "job-logs.txt", type: "text/plain; charset=utf-8", bytes })
}

export const runLogs = (context: Context, run: Run): Reply => {
  checkReadable(context, run)
  const [first, second] = [setUp(run), work(run, context.state.settings.logLines)]
  const files = [
    { path: "0_build.txt", content: withTimes(run, [...first, ...second]) },
    { path: "build/1_Set up job.txt", content: withTimes(run, first) },
    { path: "build/2_Run npm test.txt", content: withTimes(run, second) }
  ]
  const name = `logs_${run.id}.zip`
  return redirectTo(context, { name, type: "application/zip", bytes: () => zipOf(files) })
}
