/**
 * What the log says of subscriptions' health: when one begins to have a problem or has another one, every hour while
 * there are problems, and when it works again. Of many at once, it says that in one line. Pure.
 */
import * as ProviderText from "@inlay/core-http/ProviderText"

import type { Subscription } from "../Subscription.ts"

/**
 * A problem is logged when a second look in a row meets one, because a single poll or start that fails is soon repeated.
 */
const LOGGED = 2
/** After how many looks what has a problem is logged again. */
const LOGGED_AGAIN = 60
/** More are one line. */
const SEVERAL = 5

export interface Broken {
  readonly subscription: Subscription
  readonly problems: ReadonlyArray<string>
}

export interface Look {
  readonly enabled: ReadonlyArray<Subscription>
  readonly broken: ReadonlyArray<Broken>
}

interface Seen {
  /** How many looks in a row have met a problem. */
  readonly looks: number
  readonly problem: string
  /** How many of these looks, up to the last, met this problem. */
  readonly same: number
  readonly lastLogged: string | undefined
}

const next = (one: Broken, before: Seen | undefined): Seen => {
  const problem = kindOf(one)
  return {
    looks: (before?.looks ?? 0) + 1,
    problem,
    same: problem === before?.problem ? before.same + 1 : 1,
    lastLogged: before?.lastLogged
  }
}

/** Problems that take turns are not news every minute. */
const isNews = ({ looks, problem, same, lastLogged }: Seen): boolean =>
  looks === LOGGED || (same === LOGGED && problem !== lastLogged)

const nameOf = ({ id, name, trigger }: Subscription): string => `${ProviderText.line(name || trigger, 100)} (${id})`

const problemOf = ({ problems }: Broken): string => ProviderText.line(problems.join(" "), 500)

/** Counts in a problem change all the time. */
const kindOf = (one: Broken): string => problemOf(one).replaceAll(/\d+/g, "0")

const brokenLines = (broken: ReadonlyArray<Broken>): ReadonlyArray<string> => {
  const [first] = broken
  if (first === undefined || broken.length <= SEVERAL) {
    return broken.map(
      (one) =>
        `subscriptions: ${nameOf(one.subscription)} does not work: ${problemOf(one)} \`inlay triggers --health\` shows how it is.`
    )
  }
  return [
    `subscriptions: ${broken.length} do not work, such as ${nameOf(first.subscription)}: ${problemOf(first)} \`inlay triggers --health\` lists them.`
  ]
}

/** Returns what gives the lines for each look. */
export const makeHealthLines = () => {
  /** Those that had a problem at the last look, by id. */
  let seen = new Map<string, Seen>()
  let count = 0
  return ({ enabled, broken }: Look): ReadonlyArray<string> => {
    count++
    const before = seen
    seen = new Map()
    const due: Array<Broken> = []
    for (const one of broken) {
      const { id } = one.subscription
      const state = next(one, before.get(id))
      const isDue = isNews(state) || (count % LOGGED_AGAIN === 0 && state.looks >= LOGGED)
      if (isDue) due.push(one)
      seen.set(id, isDue ? { ...state, lastLogged: state.problem } : state)
    }
    const well = enabled.filter(({ id }) => !seen.has(id) && (before.get(id)?.looks ?? 0) >= LOGGED)
    const wellLines =
      well.length > SEVERAL
        ? [`subscriptions: ${well.length} work again.`]
        : well.map(
            (one) => `subscriptions: ${nameOf(one)} works again, after ${before.get(one.id)?.looks ?? 0} minutes.`
          )
    return [...brokenLines(due), ...wellLines]
  }
}
