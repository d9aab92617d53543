// What each fault does to the connection. `answer` is the real answer, already paid for, if the fault's `worked` is
// true. Otherwise the operation was never run.

import type { IncomingMessage } from "node:http"

import {
  brokenAnswer,
  type FaultScene as Scene,
  type Play,
  playConnectionFault,
  sends
} from "@inlay/sandbox-kit/connection-faults"
import { type Answer, jsonAnswer, originOf, otherOrigin, pageAnswer } from "@inlay/sandbox-kit/wire"

import type { WireFault } from "./faults.ts"
import { errorAnswer, send } from "./wire.ts"

export interface FaultScene extends Scene<string> {
  /** Sends the answer when the control API releases it. */
  readonly hold: (answer: () => void) => void
}

const elsewhere = (req: IncomingMessage): string => `${otherOrigin(originOf(req))}${req.url ?? "/"}?redirected=1`

const limitAnswer = (headers: Readonly<Record<string, string>>): Answer =>
  errorAnswer(429, "rate_limited", "Too many requests.", {}, headers)

const gatewayTimeout: Answer = { status: 504, headers: {}, body: "" }

/** Each returns the status that was sent, or null if none was. */
export const playFault: Readonly<Record<WireFault, Play<FaultScene>>> = {
  ...playConnectionFault,
  "truncated-json": playConnectionFault.truncated,
  "reset-before": playConnectionFault.reset,
  "429-seconds": sends(() => limitAnswer({ "retry-after": "1" })),
  "429-date": sends(() => limitAnswer({ "retry-after": new Date(Date.now() + 2000).toUTCString() })),
  "429-bare": sends(() => limitAnswer({})),
  "throttle-body": sends(() => errorAnswer(200, "rate_limited", "Too many requests.")),
  "401": sends(() => errorAnswer(401, "unauthorized", "The API key is missing or not valid.")),
  "403": sends(() => errorAnswer(403, "forbidden", "This API key may not use this endpoint.")),
  "409": sends(() => errorAnswer(409, "conflict", "The record is being updated.")),
  "422": sends(() =>
    errorAnswer(422, "unprocessable", "The request could not be processed.", {
      errors: [{ field: "email", message: "is on a suppressed domain" }]
    })
  ),
  "500": sends(() => errorAnswer(500, "internal", "Something went wrong.")),
  "502-html": sends(() => pageAnswer(502, "502 Bad Gateway")),
  "503": sends(() => errorAnswer(503, "unavailable", "Down for maintenance.", {}, { "retry-after": "1" })),
  "504": sends(() => gatewayTimeout),
  "504-after": sends(() => gatewayTimeout),
  "html-200": sends(() => pageAnswer(200, "Scheduled maintenance")),
  "big-id": sends(({ answer }: FaultScene) => ({
    ...answer,
    body: answer.body.replace(/"id":"[^"]*"/, '"id":9223372036854775807')
  })),
  "odd-charge": sends(({ answer }: FaultScene) => ({
    ...answer,
    body: answer.body.replace(/"charged":\d+/, '"charged":1e400')
  })),
  "odd-headers": sends(({ answer }: FaultScene) => ({
    ...answer,
    headers: {
      ...answer.headers,
      date: "Mon, 01 Jan 1990 00:00:00 GMT",
      "retry-after": "-1",
      "x-ratelimit-remaining": "1e400",
      "x-ratelimit-reset": "99999999999999999999"
    }
  })),
  redirect: sends(({ req }) => jsonAnswer(307, {}, { location: elsewhere(req) })),
  held: brokenAnswer(({ answer, hold, res }: FaultScene) => hold(() => !res.destroyed && send(res, answer)))
}
