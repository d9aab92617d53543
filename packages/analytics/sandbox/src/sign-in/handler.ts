// The sign-in service at `/analytics-accounts`: one page for people and two endpoints for programs.

import { type Answer, type Handler, jsonAnswer, originOf, readBody, send } from "@inlay/sandbox-kit/wire"

import type { SandboxState } from "../state.ts"
import { consent } from "./consent.ts"
import { giveToken, readForm, revoke } from "./endpoints.ts"

export const accountsPath = "/analytics-accounts"

type Endpoint = (state: SandboxState, ...call: Parameters<Handler>) => Promise<Answer>

const addressOf = (req: Parameters<Handler>[0]): string => `${originOf(req)}${accountsPath}`

const queryOf = (req: Parameters<Handler>[0]): URLSearchParams =>
  new URLSearchParams((req.url ?? "").split("?").slice(1).join("?"))

/** Endpoints by method and path below `/analytics-accounts`. */
const endpoints: Readonly<Record<string, Endpoint>> = {
  "GET /o/oauth2/v2/auth": async (state, req) => consent(state, queryOf(req), addressOf(req)),
  "POST /o/oauth2/v2/auth": async (state, req) =>
    consent(state, new URLSearchParams((await readBody(req)) ?? ""), addressOf(req)),
  "POST /token": async (state, req) => giveToken(state, await readForm(req), `${addressOf(req)}/token`),
  "POST /revoke": async (state, req) => revoke(state, { ...Object.fromEntries(queryOf(req)), ...(await readForm(req)) })
}

export const makeSignIn =
  (state: SandboxState): Handler =>
  (req, res, path) => {
    const endpoint = endpoints[`${req.method ?? "GET"} ${path}`]
    const missing = jsonAnswer(404, { error: "not_found" })
    const failed = (error: unknown): Answer => jsonAnswer(500, { error: "sandbox_failed", why: String(error) })
    void (endpoint === undefined ? Promise.resolve(missing) : endpoint(state, req, res, path))
      .catch(failed)
      .then((answer) => send(res, answer))
  }
