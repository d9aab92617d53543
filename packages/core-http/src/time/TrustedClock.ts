/**
 * A clock that is protected against a wrong system clock: cached data is not discarded, and nothing is dated a year
 * ahead, because the computer's date was set wrong.
 *
 * The system clock is trusted as long as it moves ahead of the last good time by less than seven days, and back by no
 * more than five minutes. Otherwise, time continues from the last good time by the monotonic clock, until a provider's
 * `date` header within a day of the system clock confirms the system clock. A provider's date is never adopted itself,
 * so no provider can set the time. On first use there is nothing to compare with, and the system clock is trusted.
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
/** Bounds of a plausible good time: not before this program existed, and not past the useful life of its rows. */
const EARLIEST = Date.UTC(2020, 0)
const LATEST = Date.UTC(2100, 0)

/** The state of a clock. */
export interface Trust {
  readonly isTrusted: boolean
  /** The effective time, as Unix time in milliseconds. */
  readonly nowMillis: number
  /**
   * How far the system clock is ahead of the effective time, in milliseconds. Negative if it is behind, 0 if it is
   * trusted.
   */
  readonly aheadMillis: number
  /** Whether a warning about the system clock has been given. */
  readonly hasWarned: boolean
}

/** Stores the last good time between runs. */
export interface Store {
  /** Unix time in milliseconds, or `undefined` on first use. */
  readonly lastGoodMillis: number | undefined
  /**
   * Called when a provider has confirmed the system clock, so that time steps from the continued time to the system's.
   * Stores the new time as the last good time, and corrects what was dated in the meantime.
   */
  readonly stepped: (step: Step) => Effect.Effect<void, StorageError>
}

/** A confirmed step of time. Unix times in milliseconds. */
export interface Step {
  /** The last good time before the system clock was distrusted. */
  readonly doubtedSinceMillis: number
  readonly fromMillis: number
  readonly toMillis: number
}

/** The trusted clock of a process. Provide `clock` as Effect's `Clock`, and send requests through `confirming`. */
export class TrustedClock extends Context.Service<
  TrustedClock,
  {
    readonly clock: Clock.Clock
    readonly trust: Effect.Effect<Trust>
    /** Continues from the last good time of an earlier run, for a clock that was made before that time was read. */
    readonly resume: (lastGoodMillis: number | undefined) => Effect.Effect<void>
    /** Checks the clock against an answer's `date` header. A header that is not a possible date is ignored. */
    readonly confirm: (date: string | undefined) => Effect.Effect<void>
  }
>()("@inlay/core-http/TrustedClock") {}

/** Returns whether a Unix time in milliseconds is plausible as the present. */
export const isPossible = (millis: number | undefined): millis is number =>
  millis !== undefined && millis >= EARLIEST && millis <= LATEST

const format = (millis: number): string => new Date(millis).toISOString().slice(0, 16).replace("T", " ")

const distance = (millis: number): string => {
  const size = Math.abs(millis)
  const [count, unit] = size >= 2 * DAY ? [size / DAY, "days"] : [size / MINUTE, "minutes"]
  return `${Math.round(count)} ${unit} ${millis > 0 ? "ahead of" : "behind"}`
}

/** Watches a system clock and decides at each reading whether to trust it. */
const watch = (system: Clock.Clock, lastGoodMillis: number | undefined) => {
  const monotonic = () => Number(system.monotonicTimeNanosUnsafe() / 1_000_000n)
  let good = system.currentTimeMillisUnsafe()
  let goodAt = monotonic()
  let isTrusted = true

  const accept = (millis: number) => {
    good = millis
    goodAt = monotonic()
    isTrusted = true
  }
  const resume = (millis: number | undefined) => {
    if (isPossible(millis)) accept(millis)
  }
  resume(lastGoodMillis)
  const look = (): Omit<Trust, "hasWarned"> => {
    const wall = system.currentTimeMillisUnsafe()
    const expected = good + monotonic() - goodAt
    isTrusted = wall - expected < MAX_AHEAD && expected - wall <= MAX_BACK
    if (!isTrusted) return { isTrusted, nowMillis: expected, aheadMillis: wall - expected }
    // A small step back is accepted, but does not become the last good time, since many of them would add up.
    if (wall >= expected) accept(wall)
    return { isTrusted, nowMillis: wall, aheadMillis: 0 }
  }
  const now = (): number => {
    const wall = system.currentTimeMillisUnsafe()
    // Within a minute nothing needs to be checked, and every cached lookup asks for the time.
    return isTrusted && wall >= good && wall - good < MINUTE ? wall : look().nowMillis
  }
  return { look, now, accept, resume, doubtedSince: () => good, wall: () => system.currentTimeMillisUnsafe() }
}

/**
 * The system's clock with another time of day.
 * @param now the time in Unix milliseconds
 */
export const clockOf = (system: Clock.Clock, now: () => number): Clock.Clock => {
  const nanos = () => BigInt(now()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => system.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: system.monotonicTimeNanos,
    sleep: (duration) => system.sleep(duration)
  }
}

/** Makes a trusted clock over the clock in the context. */
export const make = Effect.fnUntraced(function* ({ lastGoodMillis, stepped }: Store) {
  const system = yield* Clock.Clock
  const { look, now, accept, resume, doubtedSince, wall } = watch(system, lastGoodMillis)
  let hasWarned = false

  const clock = clockOf(system, now)

  const confirm = Effect.fnUntraced(function* (date: string | undefined) {
    // A number alone is parsed as a month or a year.
    const dateMillis = Date.parse(date?.includes(":") === true ? date : "")
    if (!isPossible(dateMillis)) return
    const present = wall()
    if (Math.abs(present - dateMillis) > MAX_FROM_PROVIDER) {
      if (hasWarned) return
      hasWarned = true
      return yield* Effect.logWarning(
        `this computer's clock (${format(present)} UTC) is ${distance(present - dateMillis)} a provider's; correct it, because cached data and spending are dated by it`
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
    trust: Effect.sync(() => ({ ...look(), hasWarned })),
    resume: (millis) => Effect.sync(() => resume(millis)),
    confirm
  })
})

/** Warns, at the end of a run, if the system clock is still distrusted and no warning has been given. */
export const warn = ({ trust }: Pick<TrustedClock["Service"], "trust">): Effect.Effect<void> =>
  Effect.flatMap(trust, ({ isTrusted, nowMillis, aheadMillis, hasWarned }) =>
    isTrusted || hasWarned
      ? Effect.void
      : Effect.logWarning(
          `this computer's clock is ${distance(aheadMillis)} the time of the last run; until a provider's response confirms the clock, time continues from that run (${format(nowMillis)} UTC). Correct the clock if it is wrong, or run \`inlay doctor\`, which asks a provider at no cost`
        )
  )

/** Wraps a transport so that its answers confirm the clock. */
export const confirming = (
  transport: Transport["Service"],
  { confirm }: Pick<TrustedClock["Service"], "confirm">
): Transport["Service"] =>
  Transport.of({
    send: (request) => Effect.tap(transport.send(request), ({ headers }) => confirm(headers["date"]))
  })
