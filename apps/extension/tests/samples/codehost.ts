/** Answers of a code host: one repository with runs, a requested review and a mention. The people are invented. */
import type { TransportRequest } from "@inlay/core-http/Transport"

import type { Served } from "../whole-worker.ts"

export const CODEHOST = "https://code.acme.example"
export const AT = { plugin: "codehost", account: "work", owner: "acme", repo: "widgets" }
export const PAGE = `${CODEHOST}/acme/widgets`
export const TOKEN = "cht-4f1c9d7be2a8"
export const HOST_FORM = { plugin: "codehost", account: "work", isNew: true, kind: "token" }
export const hostValues = { base_url: `${CODEHOST}/api/v3`, token: TOKEN }

export const run = (id: number, over: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  id,
  name: "build",
  workflow_id: 7,
  run_number: id,
  event: "push",
  status: "completed",
  conclusion: "success",
  head_branch: "main",
  html_url: `${PAGE}/actions/runs/${id}`,
  actor: { login: "ada" },
  created_at: "2026-11-22T10:00:00Z",
  updated_at: "2026-11-22T10:05:00Z",
  ...over
})

export const issue = (number: number, over: Readonly<Record<string, unknown>> = {}) => ({
  number,
  title: `Issue ${number}`,
  html_url: `${PAGE}/issues/${number}`,
  user: { login: "hubot" },
  created_at: `2026-11-22T10:${String(number % 60).padStart(2, "0")}:00Z`,
  updated_at: "2026-11-22T11:00:00Z",
  ...over
})

export const mention: {
  readonly id: string
  readonly reason: string
  readonly updated_at: string
  readonly subject: Readonly<Record<"title" | "url" | "type", string>> & { readonly latest_comment_url?: string }
} = {
  id: "1",
  reason: "mention",
  updated_at: "2026-11-22T09:00:00Z",
  subject: { title: "Widgets squeak", url: `${CODEHOST}/api/v3/repos/acme/widgets/issues/7`, type: "Issue" }
}

const ok = (body: unknown, headers: Readonly<Record<string, string>> = {}): Served => ({
  status: 200,
  body,
  headers: { "content-type": "application/json", ...headers }
})

/** The answer for each path. */
const usual: Readonly<Record<string, Served>> = {
  "/user": ok({ login: "mona" }),
  "/rate_limit": ok({ resources: { core: { limit: 5000, remaining: 4871, reset: 1_800_000_000 } } }),
  "/repos/acme/widgets": ok({
    full_name: "acme/widgets",
    html_url: PAGE,
    default_branch: "main",
    pushed_at: "2026-11-22T12:00:00Z",
    archived: false,
    permissions: { push: true }
  }),
  "/repos/acme/widgets/actions/runs": ok({
    total_count: 3,
    workflow_runs: [
      run(9, { name: "deploy", workflow_id: 8, status: "in_progress", conclusion: null }),
      run(8, { conclusion: "failure" }),
      run(7)
    ]
  }),
  "/search/issues": ok({ total_count: 1, items: [issue(13, { title: "Fix typos", html_url: `${PAGE}/pull/13` })] }),
  "/repos/acme/widgets/notifications": ok([mention, { ...mention, reason: "subscribed" }]),
  "/repos/acme/widgets/actions/workflows": ok({
    workflows: [
      { id: 7, name: "build", state: "active" },
      { id: 8, name: "nightly", state: "disabled_manually" }
    ]
  }),
  "/repos/acme/widgets/issues": ok([issue(41)])
}

export const pathOf = ({ url }: TransportRequest): string => url.pathname.replace("/api/v3", "")

/** A code host with the usual answers, except for some paths. */
export const serving =
  (over: Readonly<Record<string, Served | ((request: TransportRequest) => Served)>> = {}) =>
  (request: TransportRequest): Served => {
    const answer = over[`${request.method} ${pathOf(request)}`] ?? over[pathOf(request)] ?? usual[pathOf(request)]
    if (typeof answer === "function") return answer(request)
    return answer ?? { status: 404, body: { message: "Not Found" } }
  }
