/** A request's body as text, up to a limit. */
import type { IncomingMessage } from "node:http"

export class BodyTooLong extends Error {}

/** Throws `BodyTooLong` as soon as more has come than may, or is announced. */
export const readBody = async (request: IncomingMessage, maxBytes: number): Promise<string> => {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw new BodyTooLong()
  const chunks: Array<Buffer> = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new BodyTooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}
