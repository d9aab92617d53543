/** A request whose response is streamed as lines of JSON: progress, then the result. */
import { isFields } from "../shared/fields.ts"
import { failures as words } from "../words.ts"
import { ownError, sendTo, type Answer } from "./client.ts"

const NDJSON = "application/x-ndjson"

const linesOf = async function* (body: ReadableStream<Uint8Array>): AsyncGenerator {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = ""
  for (;;) {
    const { done, value = "" } = await reader.read()
    const lines = (text + value).split("\n")
    text = lines.pop() ?? ""
    for (const line of lines) if (line !== "") yield JSON.parse(line)
    if (done) return
  }
}

/** @param onProgress called with every line except the last */
export const postStreamed = async <A>(
  path: string,
  body: unknown,
  onProgress: (progress: unknown) => void,
  signal: AbortSignal
): Promise<Answer<A>> =>
  sendTo(path, { method: "POST", headers: { accept: NDJSON }, body, signal }, async (response) => {
    if (response.body !== null) {
      for await (const line of linesOf(response.body)) {
        if (!isFields(line)) break
        if ("progress" in line) onProgress(line["progress"])
        else if ("error" in line)
          return { ok: false, error: { ...ownError("Unknown", ""), ...(line["error"] as object) } }
        else return { ok: true, value: line as A }
      }
    }
    return { ok: false, error: ownError("Unknown", words.cutOff) }
  })
