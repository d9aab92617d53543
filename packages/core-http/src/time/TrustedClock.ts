/**
 * A clock that a wrong system clock does not lead astray: what is kept for a month is not thrown away, and nothing is
 * dated a year ahead, because somebody set the computer's date wrong.
 *
 * The system clock is trusted while it moves on from the last good time by less than seven days, and back by no more than
 * five minutes. Otherwise time goes on from the last good one by the monotonic clock, until a provider's `date` header
 * within a day of the system clock confirms that one. A provider's date is never taken over itself, so no provider can
 * set the time. On first use there is nothing to compare with, and the system clock counts.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import type { StorageError } from "../errors/StorageError.ts"
import { Transport } from "../transport/Transport.ts"

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const MAX_AHEAD = 7 * DAY
const MAX_BACK = 5 * MINUTE
const MAX_FROM_PROVIDER = DAY
/** Good times that cannot be: before this program, and past the working life of its rows. */
const EARLIEST = Date.UTC(2020, 0)
const LATEST = Date.UTC(2100, 0)

/** How a clock stands. */
export interface Trust {
  readonly isTrusted: boolean
  /** Unix time in milliseconds that counts. */
  readonly nowMillis: number
  /** How far the system clock is ahead of it, in milliseconds; negative where it is behind, 0 where it counts itself. */
  readonly aheadMillis: number
}

/** Where the last good time stays from one run to the next. */
export interface Store {
  /** Unix time in milliseconds; `undefined` on first use. */
  readonly lastGoodMillis: number | undefined
  /**
   * A provider confirmed the system clock: time steps from the one that went on to the system's. Keeps the new one as
   * the last good time, and puts right what was dated meanwhile.
   */
  readonly stepped: (step: Step) => Effect.Effect<void, StorageError>
}

/** A step of time that was confirmed; Unix times in milliseconds. */
export interface Step {
  /** The last good time before the system clock was doubted. */
  readonly doubtedSinceMillis: number
  readonly fromMillis: number
  readonly toMillis: number
}

/** The trusted clock of a process. Provide `clock` as Effect's `Clock`, and send through `confirming`. */
export class TrustedClock extends Context.Service<
  TrustedClock,
  {
    readonly clock: Clock.Clock
    readonly trust: Effect.Effect<Trust>
    /** Takes note of an answer's `date` header; anything that is no date is none. */
    readonly confirm: (date: string | undefined) => Effect.Effect<void>
    /** Warns where the system clock is still doubted and nobody has been told: for the end of a run. */
    readonly warn: Effect.Effect<void>
  }
>()("@inlay/core-http/TrustedClock") {}

/** Whether a Unix time in milliseconds can be the present at all. */
export const isPossible = (millis: number | undefined): millis is number =>
  millis !== undefined && millis >= EARLIEST && millis <= LATEST

const format = (millis: number): string => new Date(millis).toISOString().slice(0, 16).replace("T", " ")

const distance = (millis: number): string => {
  const size = Math.abs(millis)
  const [count, unit] = size >= 2 * DAY ? [size / DAY, "days"] : [size / MINUTE, "minutes"]
  return `${Math.round(count)} ${unit} ${millis > 0 ? "ahead of" : "behind"}`
}

/** The rule, over a system clock; decides at each reading. */
const watch = (system: Clock.Clock, lastGoodMillis: number | undefined) => {
  const monotonic = () => Number(system.monotonicTimeNanosUnsafe() / 1_000_000n)
  let good = isPossible(lastGoodMillis) ? lastGoodMillis : system.currentTimeMillisUnsafe()
  let goodAt = monotonic()
  let isTrusted = true

  const accept = (wall: number) => {
    good = wall
    goodAt = monotonic()
    isTrusted = true
  }
  const look = (): Trust => {
    const wall = system.currentTimeMillisUnsafe()
    const expected = good + monotonic() - goodAt
    isTrusted = wall - expected < MAX_AHEAD && expected - wall <= MAX_BACK
    if (!isTrusted) return { isTrusted, nowMillis: expected, aheadMillis: wall - expected }
    // A little step back is taken, but does not count as good: many of them would add up.
    if (wall >= expected) accept(wall)
    return { isTrusted, nowMillis: wall, aheadMillis: 0 }
  }
  const now = (): number => {
    const wall = system.currentTimeMillisUnsafe()
    // Within a minute there is nothing to find out, and every cached lookup asks.
    return isTrusted && wall >= good && wall - good < MINUTE ? wall : look().nowMillis
  }
  return { look, now, accept, doubtedSince: () => good, wall: () => system.currentTimeMillisUnsafe() }
}

/** A trusted clock over the clock at hand. */
export const make = Effect.fnUntraced(function* ({ lastGoodMillis, stepped }: Store) {
  const system = yield* Clock.Clock
  const { look, now, accept, doubtedSince, wall } = watch(system, lastGoodMillis)
  let hasWarned = false

  const nanos = () => BigInt(now()) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => system.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: system.monotonicTimeNanos,
    sleep: (duration) => system.sleep(duration)
  }

  const once = (text: string) =>
    Effect.suspend(() => {
      if (hasWarned) return Effect.void
      hasWarned = true
      return Effect.logWarning(text)
    })

  const confirm = Effect.fnUntraced(function* (date: string | undefined) {
    const dateMillis = date === undefined ? Number.NaN : Date.parse(date)
    if (Number.isNaN(dateMillis)) return
    const present = wall()
    if (Math.abs(present - dateMillis) > MAX_FROM_PROVIDER) {
      return yield* once(
        `this computer's clock (${format(present)} UTC) is ${distance(present - dateMillis)} a provider's; set it right: what is kept and spent is dated by it`
      )
    }
    const { isTrusted, nowMillis: fromMillis } = look()
    if (isTrusted) return
    const step: Step = { doubtedSinceMillis: doubtedSince(), fromMillis, toMillis: present }
    accept(present)
    yield* stepped(step).pipe(Effect.catch((error) => Effect.logWarning(`clock: ${error.message}`)))
  })

  return TrustedClock.of({
    clock,
    trust: Effect.sync(look),
    confirm,
    warn: Effect.suspend(() => {
      const { isTrusted, nowMillis, aheadMillis } = look()
      if (isTrusted) return Effect.void
      return once(
        `this computer's clock is ${distance(aheadMillis)} the time of the last run; until a provider's answer confirms it, time goes on from there (${format(nowMillis)} UTC). Set the clock right if it is wrong, or run \`inlay doctor\`, which asks a provider at no cost`
      )
    })
  })
})

/** A transport whose answers confirm the clock. */
export const confirming = (
  transport: Transport["Service"],
  { confirm }: Pick<TrustedClock["Service"], "confirm">
): Transport["Service"] =>
  Transport.of({
    send: (request) => Effect.tap(transport.send(request), ({ headers }) => confirm(headers["date"]))
  })
