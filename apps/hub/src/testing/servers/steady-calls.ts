/** Makes purchases at a steady rate through the proxy, and records the outcome of each. */
import { setTimeout as sleep } from "node:timers/promises"

export interface Call {
  /** The person that the call looks up. */
  readonly person: string
  /** 0 if the connection was lost before a response came. */
  status: number | undefined
  reason: string | undefined
  /** Whether the call was under way while a server or the database ended. */
  isMarked: boolean
}

export interface Options {
  readonly url: string
  readonly token: string
  /** Looked up in turn. */
  readonly people: ReadonlyArray<string>
  readonly perSecond: number
  /** The limit of calls under way. A machine that cannot keep up gets fewer calls a second, not more at once. */
  readonly atOnce: number
  /** How often each person is looked up in direct succession, which reaches two servers at once. */
  readonly repeats: number
}

const ask = async ({ url, token }: Options, call: Call): Promise<void> => {
  try {
    const response = await fetch(`${url}/api/tools/salesdata_people_enrichment/runs`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ input: { profilenet_slug: call.person } })
    })
    const body = (await response.json()) as { readonly error?: { readonly reason: string; readonly message: string } }
    call.status = response.status
    call.reason = body.error && `${body.error.reason}: ${body.error.message}`
  } catch (error) {
    call.status = 0
    call.reason = String(error)
  }
}

/** Starts immediately. */
export const steadyCalls = (options: Options) => {
  const calls: Array<Call> = []
  const underWay = new Set<Promise<void>>()
  const startMillis = performance.now()
  const over = new AbortController()
  let isEnding = false

  const begin = () => {
    const person = options.people[Math.floor(calls.length / options.repeats) % options.people.length] ?? ""
    const call: Call = { person, status: undefined, reason: undefined, isMarked: isEnding }
    calls.push(call)
    const asking = ask(options, call).finally(() => underWay.delete(asking))
    underWay.add(asking)
  }
  const pace = async () => {
    while (!over.signal.aborted) {
      const due = ((performance.now() - startMillis) / 1000) * options.perSecond
      while (calls.length < due && underWay.size < options.atOnce) begin()
      await sleep(2)
    }
  }
  const pacing = pace()
  return {
    calls,
    /** Resolves when this many calls have been started. */
    begun: async (count: number) => {
      while (calls.length < count) await sleep(5)
    },
    /** Marks the calls that are under way while something ends. */
    whileEnding: async (end: () => Promise<void>) => {
      for (const call of calls) if (call.status === undefined) call.isMarked = true
      isEnding = true
      await end()
      isEnding = false
    },
    stop: async () => {
      over.abort()
      await pacing
      await Promise.all(underWay)
    }
  }
}

/**
 * Calls that got no response, or one about another call that was lost, although they were not under way when something
 * ended.
 */
export const lostCalls = (calls: ReadonlyArray<Call>): ReadonlyArray<Call> => {
  // A lost call may have bought its person, so other calls for the same person wait, and then report that the charge is
  // unknown.
  const unanswered = new Set(
    calls.filter(({ isMarked, status }) => isMarked && status !== 200).map(({ person }) => person)
  )
  return calls.filter(
    ({ status, isMarked, person, reason = "" }) =>
      status !== 200 &&
      !isMarked &&
      !((status === 409 || status === 504) && unanswered.has(person)) &&
      !(status === 403 && reason.startsWith("Refused"))
  )
}
