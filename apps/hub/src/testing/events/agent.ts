/** An agent that waits for starts, on a port of this machine, and checks their signatures. */
import { createHmac } from "node:crypto"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface Start {
  readonly id: string
  readonly isSigned: boolean
  /** Whether it was answered with a success. */
  isAccepted: boolean
  // What a test looks into; its own expectations say what it must be.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export const startAgent = async () => {
  const all: Array<Start> = []
  let secret = ""
  let answer = (response: ServerResponse, _start: Start): void => void response.writeHead(200).end("ok")
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8")
      const id = String(request.headers["webhook-id"])
      const signed = `${id}.${String(request.headers["webhook-timestamp"])}.${text}`
      const key = Buffer.from(secret.replace("whsec_", ""), "base64")
      const signature = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
      const start = {
        id,
        // Several secrets may sign at once.
        isSigned: String(request.headers["webhook-signature"]).split(" ").includes(signature),
        isAccepted: false,
        body: JSON.parse(text) as unknown
      }
      all.push(start)
      response.once("finish", () => {
        start.isAccepted = response.statusCode < 300
      })
      answer(response, start)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/start`,
    all,
    expectSecret: (text: string) => {
      secret = text
    },
    /** How it answers from now on. */
    answers: (next: (response: ServerResponse, start: Start) => void) => {
      answer = next
    },
    /** Once there are so many. */
    starts: async (count: number): Promise<ReadonlyArray<Start>> => {
      while (all.length < count) await new Promise((resolve) => setTimeout(resolve, 10))
      return all
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}
