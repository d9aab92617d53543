/**
 * Distinct star events that a test delivers itself to servers that may be killed, with a record of which were accepted
 * and which started an agent.
 */
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }

import type { Start } from "./agent.ts"
import { deliveryHeaders, STARS } from "./hub.ts"

const FIRST = Date.UTC(2026, 5, 1)

const secondOf = (text: string): number => (Date.parse(text) - FIRST) / 1000

export interface HookAddress {
  readonly id: string
  readonly secret: string
}

const apiOf = (token: string) => async (url: string, path: string, body: unknown) => {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as HookAddress
}

/** Subscribes an agent to stars of `acme/widgets`, with a hook whose secret the test knows. */
export const subscribeToStars = async (url: string, token: string, agentUrl: string): Promise<HookAddress> => {
  const post = apiOf(token)
  await post(url, "/api/subscriptions", {
    ...STARS,
    url: agentUrl
  })
  return post(url, "/api/hooks", { account: "codehost/env", place: "repos/acme/widgets" })
}

export const starDeliveries = (hook: HookAddress) => {
  const accepted: Array<number> = []
  let next = 0
  return {
    accepted,
    /** Delivers the next star. Returns whether it was accepted. */
    deliver: async (url: string): Promise<boolean> => {
      const number = next++
      const body = JSON.stringify({ ...star.body, starred_at: new Date(FIRST + number * 1000).toISOString() })
      const isAccepted = await fetch(`${url}/webhooks/${hook.id}`, {
        method: "POST",
        headers: deliveryHeaders(hook.secret, "star", body),
        body
      }).then(
        ({ status }) => status === 202,
        () => false
      )
      if (isAccepted) accepted.push(number)
      return isAccepted
    },
    /** The accepted stars that started nothing. */
    missing: (starts: ReadonlyArray<Start>): ReadonlyArray<number> => {
      const started = new Set(starts.map(({ body }) => secondOf(body.occurredAt as string)))
      return accepted.filter((number) => !started.has(number))
    },
    /**
     * How often a star started an agent that had accepted it before, or under another id.
     * @param mostLost how many of the agent's answers a killed or stopped server may have lost: they are asked for again
     */
    doubled: (starts: ReadonlyArray<Start>, mostLost = 0): number => {
      const all = Map.groupBy(starts, ({ body }) => secondOf(body.occurredAt as string))
      let [repeats, otherIds] = [0, 0]
      for (const ofStar of all.values()) {
        repeats += ofStar.slice(0, -1).filter(({ isAccepted }) => isAccepted).length
        otherIds += new Set(ofStar.map(({ id }) => id)).size - 1
      }
      return Math.max(0, repeats - mostLost) + otherIds
    }
  }
}

/** How many answers a server may lose if it is killed or stopped: it waits for no more of one agent at once. */
export const LOST_AT_ONCE = 4
