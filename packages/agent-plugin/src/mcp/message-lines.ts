/** Lines of bytes out of chunks, as JSON-RPC over standard input has them. A line that is too long keeps its two ends alone. */

import { isUtf8 } from "node:buffer"

/** One line without its end. */
export type Line =
  | { readonly _tag: "Line"; readonly text: string }
  /** Bytes that are no UTF-8: read all the same, they would become other text than was sent. */
  | { readonly _tag: "NoText" }
  | { readonly _tag: "TooLong"; readonly head: string; readonly tail: string }

const NEWLINE = 0x0a
/** Enough of either end for a message's id. */
const END_BYTES = 1_024

/** Takes chunk after chunk and gives the lines that each one completes; blank ones are left out. */
export const makeLines = (maxBytes: number): ((chunk: Uint8Array) => ReadonlyArray<Line>) => {
  let parts: Array<Uint8Array> = []
  let bytes = 0
  let ends: { readonly head: Buffer; tail: Buffer } | undefined

  const take = (part: Uint8Array): void => {
    bytes += part.length
    if (ends !== undefined) ends.tail = Buffer.concat([ends.tail, part.subarray(-END_BYTES)]).subarray(-END_BYTES)
    else parts.push(part)
    if (ends !== undefined || bytes <= maxBytes) return
    const whole = Buffer.concat(parts)
    ends = { head: Buffer.from(whole.subarray(0, END_BYTES)), tail: Buffer.from(whole.subarray(-END_BYTES)) }
    parts = []
  }

  const read = (whole: Buffer): Line => (isUtf8(whole) ? { _tag: "Line", text: whole.toString() } : { _tag: "NoText" })

  const finish = (): Line => {
    const line: Line =
      ends === undefined
        ? read(Buffer.concat(parts))
        : { _tag: "TooLong", head: ends.head.toString(), tail: ends.tail.toString() }
    parts = []
    bytes = 0
    ends = undefined
    return line
  }

  return (chunk) => {
    const lines: Array<Line> = []
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, end))
      lines.push(finish())
      from = end + 1
    }
    if (from < chunk.length) take(chunk.subarray(from))
    return lines.filter((line) => line._tag !== "Line" || line.text.trim() !== "")
  }
}

/** The first member of an object, after `jsonrpc` and `method` at most. */
const AT_START =
  /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*|"method"\s*:\s*"[^"\\]*"\s*,\s*)*"id"\s*:\s*(-?\d+|"[^"\\]*")\s*[,}]/
/** The last member: a brace alone after it closes the message, and a number or a whole text before it is in no string. */
const AT_END = /(?<!\\)"id"\s*:\s*(-?\d+|"[^"\\]*")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/

/** The id of a message by its two ends; `null` where it cannot be told, as JSON-RPC wants it. */
export const idOf = (head: string, tail: string): string | number | null => {
  const id = (AT_START.exec(head) ?? AT_END.exec(tail))?.[1]
  return id === undefined ? null : (JSON.parse(id) as string | number)
}
