// Measures, which are counted over the events of a group. Each event is passed once, ordered by session.

import { type Day, sessionNumber } from "../events/columns.ts"
import { type EventName, eventNames } from "../events/vocabulary.ts"

type OfEvent = (day: Day) => (event: number, session: number) => number

export interface Measure {
  /** Measures with the same name are identical. */
  readonly name: string
  /** `events` adds the amount of every event. `sessions` and `users` count each session or user once. */
  readonly per: "events" | "sessions" | "users"
  /** Events with the amount 0 are not counted. */
  readonly amount: OfEvent
}

const measure = (name: string, per: Measure["per"], amount: OfEvent): Measure => ({ name, per, amount })

const isNamed = (eventName: string): OfEvent => {
  const number = eventNames.indexOf(eventName as EventName)
  return ({ events }) => {
    const { name } = events
    return (event) => Number(name[event] === number)
  }
}

const one: OfEvent = () => () => 1

/** The number of events with this name. */
export const countOf = (eventName: string): Measure => measure(`count:${eventName}`, "events", isNamed(eventName))
/** The number of sessions that have an event with this name. */
export const perSession = (eventName: string): Measure =>
  measure(`sessionsWith:${eventName}`, "sessions", isNamed(eventName))

export const measures = {
  events: measure("events", "events", one),
  sessions: measure("sessions", "sessions", one),
  engagedSessions: measure("engagedSessions", "sessions", ({ sessions }) => {
    const { isEngaged } = sessions
    return (_event, session) => isEngaged[session] ?? 0
  }),
  sessionSeconds: measure("sessionSeconds", "sessions", ({ sessions }) => {
    const { seconds } = sessions
    return (_event, session) => seconds[session] ?? 0
  }),
  users: measure("users", "users", one),
  activeUsers: measure("activeUsers", "users", ({ sessions }) => {
    const { isEngaged, isNew } = sessions
    return (_event, session) => Number(isEngaged[session] === 1 || isNew[session] === 1)
  }),
  engagementSeconds: measure("engagementSeconds", "events", ({ events }) => {
    const { seconds } = events
    return (event) => seconds[event] ?? 0
  }),
  revenueCents: measure("revenueCents", "events", ({ events }) => {
    const { revenueCents } = events
    return (event) => revenueCents[event] ?? 0
  }),
  /** No advertising is simulated, so the cost is always 0. */
  cost: measure("cost", "events", () => () => 0)
} as const

/** Adds up one measure for every group. */
export interface Counter {
  /** Called before the first event of a day. */
  readonly begin: (day: Day) => void
  readonly add: (group: number, event: number, session: number) => void
  readonly amount: (group: number) => number
}

const mostGroups = 2 ** 26

/** User numbers are below this. */
const mostUsers = 2 ** 26

const perEventCounter = ({ amount }: Measure): Counter => {
  const amounts: Array<number> = []
  let read: ReturnType<OfEvent> = () => 0
  return {
    begin: (day) => {
      read = amount(day)
    },
    add: (group, event, session) => {
      amounts[group] = (amounts[group] ?? 0) + read(event, session)
    },
    amount: (group) => amounts[group] ?? 0
  }
}

const perSessionCounter = ({ amount }: Measure): Counter => {
  const amounts: Array<number> = []
  // The events of a session are adjacent, so remembering the last counted session of each group is enough.
  const last: Array<number> = []
  let read: ReturnType<OfEvent> = () => 0
  let numberOf: (session: number) => number = (session) => session
  return {
    begin: (day) => {
      read = amount(day)
      numberOf = (session) => sessionNumber(day, session)
    },
    add: (group, event, session) => {
      const value = read(event, session)
      const number = numberOf(session)
      if (value === 0 || last[group] === number) return
      last[group] = number
      amounts[group] = (amounts[group] ?? 0) + value
    },
    amount: (group) => amounts[group] ?? 0
  }
}

const perUserCounter = ({ amount }: Measure): Counter => {
  const amounts: Array<number> = []
  const countedKeys = new Set<number>()
  let read: ReturnType<OfEvent> = () => 0
  let users: ArrayLike<number> = []
  return {
    begin: (day) => {
      read = amount(day)
      users = day.sessions.user
    },
    add: (group, event, session) => {
      const value = read(event, session)
      if (value === 0) return
      const key = (group % mostGroups) * mostUsers + (users[session] ?? 0)
      if (countedKeys.has(key)) return
      countedKeys.add(key)
      amounts[group] = (amounts[group] ?? 0) + value
    },
    amount: (group) => amounts[group] ?? 0
  }
}

const counters = { events: perEventCounter, sessions: perSessionCounter, users: perUserCounter }

export const makeCounter = (definition: Measure): Counter => counters[definition.per](definition)
