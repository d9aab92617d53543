// A client for Marionette, Firefox's remote protocol, over a plain socket: JSON messages, each preceded by its length
// in bytes and a colon. https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html

import { connect } from "node:net"

export interface Marionette {
  /** Sends a command. Rejects with Firefox's error message. */
  send(name: string, parameters?: object): Promise<unknown>
  close(): void
}

/** Runs code within the browser itself, with the browser's privileges. */
export type InBrowser = (code: string, ...values: ReadonlyArray<unknown>) => Promise<unknown>

interface WaitingCommand {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

const RESPONSE = 1

/** Takes complete messages from the start of the received bytes. */
const takeMessages = (received: Buffer): { readonly messages: ReadonlyArray<unknown>; readonly rest: Buffer } => {
  const messages: Array<unknown> = []
  let rest = received
  for (;;) {
    const colon = rest.indexOf(":")
    const bytes = Number(rest.subarray(0, Math.max(colon, 0)).toString())
    if (colon < 0 || rest.length < colon + 1 + bytes) return { messages, rest }
    messages.push(JSON.parse(rest.subarray(colon + 1, colon + 1 + bytes).toString()))
    rest = rest.subarray(colon + 1 + bytes)
  }
}

/** Resolves once Firefox has sent its greeting. */
export const connectMarionette = (port: number): Promise<Marionette> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1")
    const waiting = new Map<number, WaitingCommand>()
    let received: Buffer = Buffer.alloc(0)
    let last = 0

    const send = (name: string, parameters: object = {}): Promise<unknown> =>
      new Promise((succeed, fail) => {
        last += 1
        waiting.set(last, { resolve: succeed, reject: fail })
        const text = JSON.stringify([0, last, name, parameters])
        socket.write(`${Buffer.byteLength(text)}:${text}`)
      })

    const receive = (message: unknown): void => {
      // The greeting is the only message that is not an array.
      if (!Array.isArray(message)) return resolve({ send, close: () => void socket.destroy() })
      const [type, id, error, result] = message as [number, number, { readonly message?: string } | null, unknown]
      if (type !== RESPONSE) return
      const call = waiting.get(id)
      waiting.delete(id)
      if (error === null) call?.resolve(result)
      else call?.reject(new Error(error.message ?? JSON.stringify(error)))
    }

    socket.on("data", (chunk: Buffer) => {
      const { messages, rest } = takeMessages(Buffer.concat([received, chunk]))
      received = rest
      messages.forEach(receive)
    })
    const end = (error: Error): void => {
      reject(error)
      for (const call of waiting.values()) call.reject(error)
      waiting.clear()
    }
    socket.on("error", end)
    socket.on("close", () => end(new Error("Firefox closed the connection.")))
  })
