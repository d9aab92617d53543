// Sends one request to a receiver. It goes only to the hook's URL; redirects are not followed.

import { type IncomingHttpHeaders, request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"

export interface SendResult {
  /** 0 if there was no response. */
  readonly statusCode: number
  /** The service's status text. */
  readonly status: string
  readonly headers: Readonly<Record<string, string>> | null
  readonly body: string | null
}

export interface Sending {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly insecureSsl: boolean
  readonly timeoutMs: number
  /** The number of body bytes to send before the connection ends. If absent, the whole body is sent. */
  readonly onlyBytes?: number
  /** Aborts the request. No response is reported then. */
  readonly signal: AbortSignal
}

const mostAnswerBytes = 64 * 1024

const headerTexts = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]))

const statusOf = (code: number): string => (code >= 200 && code < 300 ? "OK" : `Invalid HTTP Response: ${code}`)

const nothing = (status: string): SendResult => ({ statusCode: 0, status, headers: null, body: null })

/** Always resolves. Failures are reported as a status. */
export const sendTo = ({
  body,
  headers,
  insecureSsl,
  onlyBytes,
  signal,
  timeoutMs,
  url
}: Sending): Promise<SendResult> =>
  new Promise((resolve) => {
    const address = new URL(url)
    const request = address.protocol === "https:" ? httpsRequest : httpRequest
    const req = request(address, {
      method: "POST",
      headers: { ...headers, "Content-Length": body.length },
      agent: false,
      rejectUnauthorized: !insecureSsl,
      signal
    })
    const finish = (result: SendResult): void => {
      clearTimeout(timer)
      resolve(result)
      req.destroy()
    }
    const timer = setTimeout(() => finish(nothing("timed out")), timeoutMs)
    req.on("error", () => finish(nothing("failed to connect to host")))
    req.on("response", (response) => {
      const chunks: Array<Buffer> = []
      let bytes = 0
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= mostAnswerBytes) chunks.push(chunk)
      })
      response.on("error", () => finish(nothing("failed to connect to host")))
      response.on("end", () => {
        const code = response.statusCode ?? 0
        finish({
          statusCode: code,
          status: statusOf(code),
          headers: headerTexts(response.headers),
          body: Buffer.concat(chunks).toString("utf8")
        })
      })
    })
    if (onlyBytes === undefined) req.end(body)
    else req.write(body.subarray(0, onlyBytes), () => req.destroy())
  })
