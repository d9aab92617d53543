/**
 * A provider over `identities.ts`. It matches each identity by its exact text and, if a request has several, follows
 * one of them. It sends each response a second time on the same connection, a few milliseconds later.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import * as Effect from "effect/Effect"

import { holdersOf, identityOf, type Subject } from "./identities.ts"

/** The provider, while a test runs. */
export interface IdentityProvider {
  readonly origin: string
  readonly requests: () => number
  /** Whether it answered a question with a subject. */
  readonly hasAnswered: (question: string, id: string) => boolean
}

/** Identifies a question by its identities, in any order. */
export const questionOf = (kind: Subject["kind"], identities: ReadonlyArray<string>): string =>
  [kind, ...new Set(identities)].toSorted().join("\n")

const reply = (status: number, body: unknown): string => {
  const text = JSON.stringify(body)
  return `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

/** Runs until the scope ends. */
export const identityProvider = Effect.acquireRelease(
  Effect.callback<{ readonly provider: IdentityProvider; readonly close: () => void }>((resume) => {
    const answersByIdentity = new Map<string, Set<string>>()
    let requests = 0
    const server = createServer((req, res) => {
      let text = ""
      req.on("data", (chunk: Buffer) => (text += chunk.toString()))
      req.on("end", () => {
        requests++
        const kind = req.url === "/enrich/person" ? "person" : "company"
        const identities = Object.entries(JSON.parse(text) as Record<string, string>).map(([field, value]) =>
          identityOf(field, value)
        )
        const matches = identities.map((identity) => holdersOf(kind, identity)).filter((holders) => holders.length > 0)
        const one = matches[requests % matches.length]
        const subject = one?.[requests % one.length]
        const question = questionOf(kind, identities)
        if (subject !== undefined)
          answersByIdentity.set(question, (answersByIdentity.get(question) ?? new Set()).add(subject.id))
        const [status, body] =
          subject === undefined
            ? [404, { message: `No ${kind} matches.` }]
            : [200, { [kind]: subject.record, record_id: subject.id }]
        res.writeHead(status, { "content-type": "application/json" })
        res.end(JSON.stringify(body))
        const again = reply(status, body)
        setTimeout(() => req.socket.writable && req.socket.write(again), requests % 6)
      })
    })
    server.on("connection", (socket) => socket.on("error", () => {}))
    server.listen(0, "127.0.0.1", () => {
      const provider: IdentityProvider = {
        origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        requests: () => requests,
        hasAnswered: (question, id) => answersByIdentity.get(question)?.has(id) === true
      }
      const close = () => {
        server.closeAllConnections()
        server.close()
      }
      resume(Effect.succeed({ provider, close }))
    })
  }),
  ({ close }) => Effect.sync(close)
).pipe(Effect.map(({ provider }) => provider))
