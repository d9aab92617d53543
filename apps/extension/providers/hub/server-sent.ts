/** Server-sent events out of a stream of text: https://html.spec.whatwg.org/multipage/server-sent-events.html. Pure. */

export interface ServerSent {
  readonly id: string | undefined
  readonly data: string
}

/** One event may not be longer: what never ends would fill the memory. Characters. */
const MAX_CHARS = 1_000_000

const read = (block: string): ServerSent | undefined => {
  const data: Array<string> = []
  let id: string | undefined
  for (const line of block.split(/\r\n|\r|\n/)) {
    const colon = line.indexOf(":")
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "")
    if (name === "data") data.push(value)
    if (name === "id" && !value.includes("\0")) id = value
  }
  return data.length === 0 ? undefined : { id, data: data.join("\n") }
}

/** @returns takes the next piece of text and gives the events that it completes; `undefined` once one is too long */
export const makeReader = (): ((text: string) => ReadonlyArray<ServerSent> | undefined) => {
  let open = ""
  return (text) => {
    const blocks = (open + text).split(/\r\n\r\n|\n\n|\r\r/)
    open = blocks.pop() ?? ""
    if (open.length > MAX_CHARS || blocks.some((block) => block.length > MAX_CHARS)) return undefined
    return blocks.flatMap((block) => read(block) ?? [])
  }
}
