/**
 * Parses server-sent events from text that arrives in pieces:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html. Pure.
 */

/** Limit of one event in characters, because an event that never ends would fill the memory. */
const MAX_CHARS = 1_000_000

/** An event: its data, and its own id if it has one. Other fields are not read. */
export interface Sent {
  readonly id: string | undefined
  readonly data: string
}

/** `undefined` if there is no data. */
const read = (block: string): Sent | undefined => {
  const data: Array<string> = []
  let id: string | undefined
  for (const line of block.split(/\r\n|\r|\n/)) {
    const colon = line.indexOf(":")
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "")
    if (name === "data") data.push(value)
    if (name === "id") id = value
  }
  return data.length === 0 ? undefined : { id, data: data.join("\n") }
}

/**
 * @returns a function that takes the next piece of text and returns the events that it completes, or `undefined` once
 * an event is too long
 */
export const makeReader = (): ((text: string) => ReadonlyArray<Sent> | undefined) => {
  let open = ""
  return (text) => {
    const blocks = (open + text).split(/\r\n\r\n|\n\n|\r\r/)
    open = blocks.pop() ?? ""
    if (open.length > MAX_CHARS || blocks.some((block) => block.length > MAX_CHARS)) return undefined
    return blocks.flatMap((block) => read(block) ?? [])
  }
}
