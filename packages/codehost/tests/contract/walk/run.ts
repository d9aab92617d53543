// Runs the walks against the sandbox through a recorder and finds the routes that they did not reach.

import { startSandbox } from "@inlay/codehost-sandbox"
import { routes } from "@inlay/codehost-sandbox/routes"

import { graphqlOperation } from "../graphql/operation.ts"
import type { Judge, Judgement } from "../judge.ts"
import type { OpenApi } from "../openapi.ts"
import { startRecorder } from "../recorder.ts"
import { walks } from "./index.ts"
import { guest, maintainer, makeSend, type Surprise } from "./send.ts"

export interface WalkResult {
  readonly judgements: ReadonlyArray<Judgement>
  readonly surprises: ReadonlyArray<Surprise>
  /** Routes of the sandbox that returned no successful response in any walk, such as `GET /gists/{gist_id}`. */
  readonly missed: ReadonlyArray<string>
}

/** A redirect to the address of a download is a success. */
const isGood = (status: number): boolean => status < 300 || status === 302

/** Runs the walks, each against a freshly reset sandbox. */
export const runWalks = async (
  judge: Judge,
  names: ReadonlyArray<string> = Object.keys(walks)
): Promise<WalkResult> => {
  const sandbox = await startSandbox()
  const recorder = await startRecorder(sandbox.urls.codehost)
  const control = (path: string, body: object) =>
    fetch(`${sandbox.control}${path}`, { method: "POST", body: JSON.stringify(body) })
  const judgements: Array<Judgement> = []
  const surprises: Array<Surprise> = []
  for (const name of names) {
    await control("/reset", {})
    for (const person of [guest, maintainer]) await control("/tokens", { ...person, scopes: ["repo"] })
    const walker = makeSend(recorder.baseUrl, sandbox.env.INLAY_CODEHOST_TOKEN)
    await walks[name]?.(walker.send, control)
    judgements.push(...recorder.take().map(judge))
    surprises.push(...walker.surprises)
  }
  await recorder.close()
  await sandbox.close()
  const visits = new Set(
    judgements.flatMap(({ operation, status }) =>
      operation === undefined || !isGood(status) ? [] : [`${operation.method} ${operation.path}`]
    )
  )
  return { judgements, surprises, missed: Object.keys(routes).filter((route) => !visits.has(route)) }
}

/** Returns routes of the sandbox that no description has as an operation. */
export const undescribedRoutes = ({ operations }: OpenApi): ReadonlyArray<string> => {
  const described = new Set([...operations.values(), graphqlOperation].map(({ method, path }) => `${method} ${path}`))
  return Object.keys(routes).filter((route) => !described.has(route))
}
