/** A hub with one code host account, hooks that deliver signed events, and an agent to start. */
import { createHmac, randomUUID } from "node:crypto"

import { onTestFinished } from "vitest"

import { startHub, type HubOptions } from "../hub-server.ts"
import type { Place } from "../places.ts"
import { startAgent } from "./agent.ts"
import { startCodeHost, type CodeHost } from "./code-host.ts"

export const signatureOf = (secret: string, body: string | Uint8Array): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`

/** The headers that the code host sends with a body. */
export const deliveryHeaders = (secret: string, event: string, body: string, guid: string = randomUUID()) => ({
  "content-type": "application/json",
  "x-github-event": event,
  "x-github-delivery": guid,
  "x-hub-signature-256": signatureOf(secret, body)
})

/** What a subscription to stars says, without its destination. */
export const STARS = {
  trigger: "codehost_new_star",
  account: "codehost/env",
  target: { owner: "acme", repo: "widgets" }
}

export interface EventHubOptions extends Pick<HubOptions, "allowExec" | "allowPrivate" | "plugins" | "log"> {
  /** The token of the account. By default that of `mona`, who owns `acme`. */
  readonly token?: string
  /** Prepares the code host before the hub starts. */
  readonly prepare?: (codeHost: CodeHost) => Promise<unknown>
}

export const eventHub = async (place: Place, { token: accountToken, prepare, ...options }: EventHubOptions = {}) => {
  const codeHost = await startCodeHost()
  await prepare?.(codeHost)
  const agent = await startAgent()
  process.env["INLAY_CODEHOST_BASE_URL"] = codeHost.env.INLAY_CODEHOST_BASE_URL
  process.env["INLAY_CODEHOST_TOKEN"] = accountToken ?? codeHost.env.INLAY_CODEHOST_TOKEN
  const hub = await startHub(place.directory, { url: place.url, ...options })
  const token = await hub.token({ manages: true })
  const api = async (method: string, path: string, body?: unknown) => {
    const answer = await hub.call(method, path, { token, ...(body !== undefined && { body }) })
    return answer
  }
  return {
    ...hub,
    agent,
    codeHost,
    api,
    subscribe: async (trigger: string, more: Readonly<Record<string, unknown>> = {}) => {
      const answer = await api("POST", "/api/subscriptions", {
        ...STARS,
        trigger,
        url: agent.url,
        // Many tests have several that are the same.
        another: true,
        ...more
      })
      if (answer.status !== 201) throw new Error(`not subscribed: ${answer.status} ${answer.text}`)
      agent.expectSecret(answer.json.secret as string)
      return { subscription: answer.json as { readonly id: string }, secret: answer.json.secret as string }
    },
    /** Creates a hook for a place by hand. */
    hook: async (at: string) => {
      const answer = await api("POST", "/api/hooks", { account: "codehost/env", place: at })
      if (answer.status !== 201) throw new Error(`no hook: ${answer.status} ${answer.text}`)
      const { id, secret } = answer.json as { readonly id: string; readonly secret: string }
      const send = (body: string, headers: Readonly<Record<string, string>>) =>
        hub.call("POST", `/webhooks/${id}`, { body, headers })
      return {
        id,
        secret,
        send,
        deliver: (event: string, body: unknown, guid?: string) => {
          const text = JSON.stringify(body)
          return send(text, deliveryHeaders(secret, event, text, guid))
        }
      }
    },
    /** Starts another hub at the same place. */
    again: () => startHub(place.directory, { url: place.url }),
    close: async () => {
      delete process.env["INLAY_CODEHOST_BASE_URL"]
      delete process.env["INLAY_CODEHOST_TOKEN"]
      await hub.close()
      await agent.close()
      await codeHost.close()
    }
  }
}

export type EventHub = Awaited<ReturnType<typeof eventHub>>

/** A hub that is closed when the test that starts it is finished. */
export const hubForTest = async (...args: Parameters<typeof eventHub>): Promise<EventHub> => {
  const hub = await eventHub(...args)
  onTestFinished(hub.close)
  return hub
}
