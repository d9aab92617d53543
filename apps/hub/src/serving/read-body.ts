/** Reads a request's raw body up to a size limit, without copying if it arrives in one chunk. */
import type { IncomingMessage, ServerResponse } from "node:http"

/**
 * Resolves to `tooLong` as soon as the received or announced size exceeds the limit, and to `gone` if the client
 * disconnects before the end.
 */
export const readBody = (
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number
): Promise<Buffer | "tooLong" | "gone"> =>
  new Promise((resolve) => {
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) return resolve("tooLong")
    // The client waits for this before it sends the body.
    if (request.headers.expect !== undefined) response.writeContinue()
    const chunks: Array<Buffer> = []
    let bytes = 0
    const finish = (body: Buffer | "tooLong" | "gone") => {
      request.off("data", take).off("end", end).off("error", gone).off("close", gone)
      resolve(body)
    }
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > maxBytes) finish("tooLong")
    }
    const end = () => {
      const [first] = chunks
      finish(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks, bytes))
    }
    const gone = () => finish("gone")
    request.on("data", take).on("end", end).on("error", gone).on("close", gone)
  })
