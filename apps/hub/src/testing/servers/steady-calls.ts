/** Purchases at a steady pace through the proxy, and what became of each. */
import { setTimeout as sleep } from "node:timers/promises"

export interface Call {
  /** Whom it asked for. */
  readonly person: string
  /** 0: the connection broke off before an answer came. */
  status: number | undefined
  reason: string | undefined
  /** Whether it was under way while something ended. */
  isMarked: boolean
}

export interface Options {
  readonly url: string
  readonly token: string
  /** Asked for in turn. */
  readonly people: ReadonlyArray<string>
  readonly perSecond: number
  /** No more are under way at a time: a machine that cannot keep the pace is asked more slowly, not for more at once. */
  readonly atOnce: number
  /** How often each is asked for, one right after the other: of two servers at once. */
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

/** Begins at once. */
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
    /** Resolves when so many have been begun. */
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

/** Calls that got no answer, or an answer that tells of lost ones, without having been under way when something ended. */
export const lostCalls = (calls: ReadonlyArray<Call>): ReadonlyArray<Call> => {
  // Whom a lost call may have bought is not bought again: others wait for its end, and say that it is not known.
  const undecided = new Set(
    calls.filter(({ isMarked, status }) => isMarked && status !== 200).map(({ person }) => person)
  )
  return calls.filter(
    ({ status, isMarked, person, reason = "" }) =>
      status !== 200 &&
      !isMarked &&
      !((status === 409 || status === 504) && undecided.has(person)) &&
      !(status === 403 && reason.startsWith("Refused"))
  )
}
