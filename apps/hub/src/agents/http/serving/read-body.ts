/** A request's body as it came, up to a limit: in one piece without being copied, where it came in one. */
import type { IncomingMessage, ServerResponse } from "node:http"

/** `tooLong` as soon as more has come, or is announced, than may; `gone` where the sender went away before its end. */
export const readBody = (
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number
): Promise<Buffer | "tooLong" | "gone"> =>
  new Promise((resolve) => {
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) return resolve("tooLong")
    // The sender waits until it is asked for the body.
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
