/** The minimal way to start an agent: verifies a delivery and posts its body to the address in the path. */
import { createHmac, timingSafeEqual } from "node:crypto"
import { Agent, createServer, request } from "node:http"

import { WEBHOOK_SECRET } from "../webhooks.ts"
import { listening } from "./start.ts"

const agent = new Agent({ keepAlive: true })

const forward = (url: string, body: Buffer): void => {
  const outgoing = request(url, {
    agent,
    method: "POST",
    headers: { "content-type": "application/json", "content-length": body.length }
  })
  outgoing.once("response", (response) => response.resume())
  outgoing.end(body)
}

const isSigned = (body: Buffer, signature: unknown): boolean => {
  const own = Buffer.from(`sha256=${createHmac("sha256", WEBHOOK_SECRET).update(body).digest("hex")}`)
  const theirs = Buffer.from(String(signature))
  return own.length === theirs.length && timingSafeEqual(own, theirs)
}

listening(
  createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
    const chunks: Array<Buffer> = []
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
    incoming.once("end", () => {
      const body = Buffer.concat(chunks)
      const isRight = isSigned(body, incoming.headers["x-hub-signature-256"])
      response.writeHead(isRight ? 202 : 401).end()
      if (isRight) forward(decodeURIComponent((incoming.url ?? "").slice(1)), body)
    })
  })
)
