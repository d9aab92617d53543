/** A request's body as it came, up to a limit: in one piece without being copied, where it came in one. */
import type { IncomingMessage } from "node:http"

import * as Effect from "effect/Effect"

/** `tooLong` as soon as more has come than may; `gone` where the sender went away before its end. */
export const readBody = (request: IncomingMessage, maxBytes: number): Effect.Effect<Uint8Array | "tooLong" | "gone"> =>
  Effect.callback((resume) => {
    const chunks: Array<Buffer> = []
    let bytes = 0
    const finish = (body: Uint8Array | "tooLong" | "gone") => {
      request.off("data", take).off("end", end).off("error", gone).off("close", gone)
      resume(Effect.succeed(body))
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
