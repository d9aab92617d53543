/** An endpoint of the hub's HTTP API, and the shapes that answers share. */
import { MAX_CREDITS } from "@inlay/core-http/Credits"

import { isList, isNumberIn, isTextOf, type Is } from "../../messaging/shape.ts"

export interface Endpoint<A> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  /** As in the OpenAPI document. */
  readonly path: string
  readonly query: ReadonlyArray<string>
  /** Fields of the body, those that may be left out too. */
  readonly body: ReadonlyArray<string>
  /** `undefined` for an answer without a body. */
  readonly isAnswer: Is<A> | undefined
}

export const endpoint = <A>(
  method: Endpoint<A>["method"],
  path: string,
  isAnswer: Is<A> | undefined,
  fields: Partial<Pick<Endpoint<A>, "query" | "body">> = {}
): Endpoint<A> => ({ method, path, query: [], body: [], isAnswer, ...fields })

export const isId = isTextOf(200)
export const isWord = isTextOf(1000)
export const isCredits = isNumberIn(0, MAX_CREDITS)
/** What was spent may pass what one charge may be. */
export const isSum = isNumberIn(0, 1e12)
export const isMoment: Is<string> = (value): value is string => isTextOf(40)(value) && !Number.isNaN(Date.parse(value))
export const isKeys = isList(isWord, 50)
export const isUnknown: Is<unknown> = (value): value is unknown => value !== undefined
