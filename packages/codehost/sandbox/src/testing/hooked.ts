// Test setup: a sandbox with a hook and a receiver. Every payload is validated against its schema.

import { expect } from "vitest"

import { at, type RequestOptions, startFor } from "./bench.ts"
import { departures } from "./payload-schemas.ts"
import { receiverFor } from "./receiver.ts"

export interface SentEvent {
  /** Event name with action, such as `issues.opened`. */
  readonly name: string
  readonly payload: unknown
}

const nameOf = (event: string, payload: unknown): string => {
  const action = at(payload, "action")
  return typeof action === "string" ? `${event}.${action}` : event
}

export const namesOf = (all: ReadonlyArray<SentEvent>): ReadonlyArray<string> => all.map(({ name }) => name).toSorted()

export const named = (all: ReadonlyArray<SentEvent>, name: string): unknown =>
  all.find((one) => one.name === name)?.payload

export const widgets = "/repos/acme/widgets"

export const hookedFor = () => {
  const bench = startFor()
  const receiver = receiverFor()
  const { ask, control } = bench
  const config = () => ({ url: receiver.url(), content_type: "json", secret: "sesame" })
  return {
    ...bench,
    receiver,
    config,
    /** Creates a hook, by default for all events. */
    hook: async (events: ReadonlyArray<string> = ["*"], place = widgets) => {
      const { status } = await ask(`${place}/hooks`, { body: { name: "web", events, config: config() } })
      expect(status).toBe(201)
      await receiver.takeAll(1)
    },
    /** Waits for this number of events. */
    sent: async (count: number): Promise<ReadonlyArray<SentEvent>> => {
      const all = await receiver.take(count)
      expect(all.flatMap(({ event, payload }) => departures(event, payload))).toEqual([])
      return all.map(({ event, payload }) => ({ name: nameOf(event, payload), payload }))
    },
    /** Calls the API and expects success. */
    did: async (path: string, options: RequestOptions) => {
      const answer = await ask(path, options)
      expect(answer.status).toBeLessThan(300)
      return answer.body
    },
    /** Runs a control action and expects success. */
    others: async (path: string, body: object) => {
      const answer = await control(path, body)
      expect([answer.status, answer.body]).toEqual([200, answer.body])
      return answer.body
    }
  }
}
