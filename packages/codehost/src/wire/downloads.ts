/**
 * Downloads, for which the service redirects to a signed address. Logs are text and are read; archives are refused.
 * https://docs.github.com/en/rest/actions/workflow-jobs#download-job-logs-for-a-workflow-run
 */
import type { CallRequest } from "@inlay/core-http/Client"
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"

import { providerError } from "./service.ts"

const MAX_BYTES = 64 * 1024 * 1024

const below = (request: Pick<CallRequest, "endpoint">): string => request.endpoint.split("?", 1)[0] ?? ""

/** Whether a request reads the log of a job. If a log is too long, its end matters most. */
export const isLog = (request: Pick<CallRequest, "method" | "endpoint">): boolean =>
  request.method === "GET" && /\/actions\/jobs\/\d+\/logs\/?$/.test(below(request))

/** The only endpoints whose redirect to a signed address is followed. */
const BY_LINK = /^\/(repos\/[^/]+\/[^/]+|repositories\/\d+)\/(actions\/jobs\/\d+\/logs|releases\/assets\/\d+)\/?$/

const ARCHIVES: ReadonlyArray<readonly [path: RegExp, instead: string]> = [
  [
    /\/actions\/runs\/\d+(\/attempts\/\d+)?\/logs\/?$/,
    "is a zip archive; read one job's log with /repos/{owner}/{repo}/actions/jobs/{job_id}/logs, and the jobs with /repos/{owner}/{repo}/actions/runs/{run_id}/jobs"
  ],
  [
    /\/actions\/artifacts\/\d+\/[^/]+\/?$/,
    "is a zip archive, which cannot be returned as text; download it from the page of its run"
  ],
  [
    /^\/(repos\/[^/]+\/[^/]+|repositories\/\d+)\/(zipball|tarball)(\/|$)/,
    "is an archive, which cannot be returned as text; read files with Get Repository Content, or clone with git"
  ]
]

/**
 * Allows the request to follow a download link if its endpoint has one. A request for an archive is refused before it
 * is sent.
 */
export const download = (request: CallRequest): Effect.Effect<CallRequest, ProviderError> => {
  if (request.method !== "GET") return Effect.succeed(request)
  const archive = ARCHIVES.find(([path]) => path.test(below(request)))
  return archive === undefined
    ? Effect.succeed(BY_LINK.test(below(request)) ? { followDownload: { maxBytes: MAX_BYTES }, ...request } : request)
    : Effect.fail(invalid("codehost", request.operation, [{ field: "endpoint", message: archive[1] }]))
}

/** Whether a text was decoded from binary data. */
const isBinary = (text: string): boolean => {
  const sample = text.slice(0, 4096)
  return sample.includes("\u0000") || (sample.match(/\uFFFD/g) ?? []).length > sample.length / 100
}

/** Returns the response, or fails with an error that names the media type and size if the body is binary. */
export const readable = (request: CallRequest, answer: Answer): Effect.Effect<Answer, ProviderError> => {
  const { body, headers } = answer
  if (typeof body !== "string" || !isBinary(body)) return Effect.succeed(answer)
  const [type = ""] = (headers["content-type"] ?? "").split(";")
  const kind = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "unknown type"
  const size = /^\d+$/.test(headers["content-length"] ?? "") ? `, ${headers["content-length"]} bytes` : ""
  return Effect.fail(
    providerError(request.operation, {
      _tag: "Decode",
      what: `The linked file is not text: ${kind}${size}. A browser can download it.`
    })
  )
}
