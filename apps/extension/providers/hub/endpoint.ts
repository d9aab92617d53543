/** The definition of an endpoint of the hub's HTTP API, and guards that several answers share. */
import { MAX_CREDITS } from "@inlay/core-http/Credits"

import { isList, isNumberIn, isTextOf, type Is } from "../../messaging/shape.ts"

export interface Endpoint<A> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  /** As in the OpenAPI document. */
  readonly path: string
  /** `undefined` for an answer without a body. */
  readonly isAnswer: Is<A> | undefined
}

export const endpoint = <A>(method: Endpoint<A>["method"], path: string, isAnswer: Is<A> | undefined): Endpoint<A> => ({
  method,
  path,
  isAnswer
})

export const isId = isTextOf(200)
export const isWord = isTextOf(1000)
export const isCredits = isNumberIn(0, MAX_CREDITS)
/** A total may exceed the maximum of a single charge. */
export const isSum = isNumberIn(0, 1e12)
export const isMoment: Is<string> = (value): value is string => isTextOf(40)(value) && !Number.isNaN(Date.parse(value))
export const isKeys = isList(isWord, 50)
