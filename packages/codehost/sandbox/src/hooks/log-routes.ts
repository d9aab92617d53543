// Routes for the delivery log of a hook: newest first, for the last three days.
// Source: https://docs.github.com/en/rest/repos/webhooks#list-deliveries-for-a-repository-webhook

import { type Context, param } from "../frame/context.ts"
import { notFound, Refusal, unprocessable } from "../frame/errors.ts"
import { pageQuery } from "../frame/paging.ts"
import { accepted, ok, type Reply } from "../frame/reply.ts"
import { forgetOld } from "./delivery-service.ts"
import type { Attempt, Hook } from "./hooks.ts"
import { redeliver } from "./pinging.ts"
import { hookOf } from "./places.ts"
import { attemptRecord, fullAttemptRecord } from "./records.ts"

/** The completed attempts of a hook. Attempts in progress are not listed. */
const logOf = ({ state, world }: Context, { id }: Hook): ReadonlyArray<Attempt> => {
  forgetOld(world, state.clock.now())
  return world.hooks.attempts.filter(({ hookId, status }) => hookId === id && status !== null).toReversed()
}

const cursorOf = ({ id }: Attempt): string => `v1_${id}`

const isSuccess = ({ statusCode }: Attempt): boolean => statusCode >= 200 && statusCode < 400

const withStatus = (log: ReadonlyArray<Attempt>, status: string | null): ReadonlyArray<Attempt> => {
  if (status === null) return log
  if (status !== "success" && status !== "failure") {
    throw unprocessable(`Invalid value for parameter 'status': ${status}`)
  }
  return log.filter((attempt) => isSuccess(attempt) === (status === "success"))
}

/** The cursor is an attempt's id, so new attempts do not shift the pages. */
export const listAttempts = (context: Context): Reply => {
  const { linkPath, query, urls } = context
  const log = withStatus(logOf(context, hookOf(context)), query.get("status"))
  const cursor = query.get("cursor")
  const last = /^v1_(\d+)$/.exec(cursor ?? "")?.[1]
  if (cursor !== null && last === undefined) throw new Refusal(400, "Invalid cursor")
  const rest = last === undefined ? log : log.filter(({ id }) => id < BigInt(last))
  const page = rest.slice(0, pageQuery(context).perPage)
  const end = page.at(-1)
  if (end === undefined || page.length === rest.length) return ok(page.map(attemptRecord))
  const params = new URLSearchParams(query)
  params.set("cursor", cursorOf(end))
  return ok(page.map(attemptRecord), { link: `<${urls.api}${linkPath}?${params.toString()}>; rel="next"` })
}

const attemptOf = (context: Context, hook: Hook): Attempt => {
  const id = param(context, "delivery_id")
  const attempt = logOf(context, hook).find((one) => String(one.id) === id)
  if (attempt === undefined) throw notFound()
  return attempt
}

export const getAttempt = (context: Context): Reply => ok(fullAttemptRecord(attemptOf(context, hookOf(context))))

export const retryAttempt = (context: Context): Reply => {
  const hook = hookOf(context)
  redeliver(context, hook, attemptOf(context, hook))
  return accepted()
}
