// This provider's error format. Responses must not be cached.

import type { OutgoingHttpHeaders, ServerResponse } from "node:http"

import { type Answer, jsonAnswer, send as sendAnswer } from "@inlay/sandbox-kit/wire"

/** What is wrong with one field. */
export interface Problem {
  readonly field: string
  readonly message: string
}

export const errorAnswer = (
  status: number,
  code: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
  headers: OutgoingHttpHeaders = {}
): Answer<string> => jsonAnswer(status, { success: false, code, message, ...more }, headers)

export const send = (res: ServerResponse, answer: Answer): void =>
  sendAnswer(res, { ...answer, headers: { "cache-control": "no-store", ...answer.headers } })
