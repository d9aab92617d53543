/** Validates an exchange against the official messages: the request, and the response or error. */
import { assertStatus, problemsOf } from "../../sandbox/src/testing/official.ts"
import { answerOf, requestProblems, routeOf } from "../protocol/requests.ts"
import type { Exchange } from "./recorder.ts"

/** The result of validating an exchange. */
export interface Judgement {
  /** Such as `data POST ^/v1beta/...`. Undefined if the services have no such operation. */
  readonly operation: string | undefined
  readonly status: number
  readonly request: ReadonlyArray<string>
  readonly answer: ReadonlyArray<string>
}

const answerProblems = ({ sent, status, answer }: Exchange): ReadonlyArray<string> => {
  const body: unknown = answer === "" ? undefined : JSON.parse(answer)
  if (status === 200) return problemsOf(answerOf(sent) ?? "Empty", body)
  try {
    assertStatus(status, body)
    return []
  } catch (error) {
    return [String(error)]
  }
}

/** @param isOwn whether the request was sent by the client or a step, rather than being invalid on purpose */
export const judged = (exchange: Exchange, isOwn: boolean): Judgement => ({
  operation: routeOf(exchange.sent),
  status: exchange.status,
  request: isOwn ? requestProblems(exchange.sent) : [],
  answer: answerProblems(exchange)
})
