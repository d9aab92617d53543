/**
 * Splits chunks of bytes into lines, for JSON-RPC over standard input. Of a line that is too long, only the two ends
 * are kept.
 */

import { isUtf8 } from "node:buffer"

/** One line without its line end. */
export type Line =
  | { readonly _tag: "Line"; readonly text: string }
  /** Bytes that are not valid UTF-8. Decoding them anyway would change the text. */
  | { readonly _tag: "NoText" }
  | { readonly _tag: "TooLong"; readonly head: string; readonly tail: string }

const NEWLINE = 0x0a
/** How many bytes of each end are kept: enough to contain a message's id. */
const END_BYTES = 1_024

/** Takes chunks and returns the lines that each one completes. Blank lines are left out. */
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

/** Matches an `id` at the start of an object, preceded by `jsonrpc` and `method` at most. */
const AT_START =
  /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*|"method"\s*:\s*"[^"\\]*"\s*,\s*)*"id"\s*:\s*(-?\d+|"[^"\\]*")\s*[,}]/
/**
 * Matches an `id` at the end. Because a single brace after it closes the message, the id is not inside a nested object,
 * and a number or a complete string before the brace is not inside a string.
 */
const AT_END = /(?<!\\)"id"\s*:\s*(-?\d+|"[^"\\]*")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/

/** Finds the id of a message from its two ends. Returns `null`, as JSON-RPC requires, if it cannot be determined. */
export const idOf = (head: string, tail: string): string | number | null => {
  const id = (AT_START.exec(head) ?? AT_END.exec(tail))?.[1]
  return id === undefined ? null : (JSON.parse(id) as string | number)
}
