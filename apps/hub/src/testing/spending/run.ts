/**
 * Many lookups from several processes over one data directory, one cap and a provider that fails in every way. Asks in
 * the plan's order, plays the user who is told that a charge is unknown, kills processes, cuts the network, and
 * collects the records of each side.
 */
import { setTimeout as sleep } from "node:timers/promises"

import { startSandbox } from "@inlay/salesdata-sandbox"

import type { Place } from "../places.ts"
import { sourceCache, environment } from "../processes/command.ts"
import type { Call, Charges, Evidence } from "./check.ts"
import { startCrew, type Crew } from "./crew.ts"
import { openGate } from "./gate.ts"
import { openLedger } from "./ledger.ts"
import {
  identifiersOf,
  makeChance,
  plan,
  withIdentifiers,
  type Directory,
  type Draft,
  type Input,
  type Size,
  type Subject
} from "./plan.ts"
import type { Outcome, Question } from "./process.ts"

export interface RunOptions extends Size {
  readonly seed: number
  /** New and empty. */
  readonly place: Place
  /** Restarts the database once, in the middle of the run. */
  readonly restart?: () => Promise<unknown>
  /** Credits for the UTC day. */
  readonly cap: number
  /** The share of the provider's calls that meet a fault, from 0 to 1. */
  readonly faultShare: number
  /** How often a process is killed, and how often the network fails. */
  readonly kills: number
  readonly outages: number
  /** How often the disk of a process is full for a moment. */
  readonly fullDisks: number
  /** See the options of a crew. */
  readonly processes: number
  readonly clocksOff: ReadonlyArray<number>
  /** Lookups that one process makes at once. */
  readonly inFlight: number
}

/** One that a slow provider exceeds, and one that it meets. */
const TIME_LIMITS_MILLIS = [1_000, 3_000] as const
/** How often the user asks again although the outcome of the last time is unknown. */
const MOST_CONFIRMATIONS = 3

/** The progress of a subject's questions. */
interface Progress {
  readonly subject: Subject
  group: number
  underWay: number
  /**
   * All identifiers of questions whose charge may be unknown or whose answer was not stored. Later questions share
   * them.
   */
  lost: Input | undefined
  /** Everybody whom the lost questions may have been about. */
  lostAbout: ReadonlyArray<string>
  confirmations: number
}

/** Whether asking again may cost twice. */
const needsConsent = (outcome: Outcome): boolean =>
  outcome.outcome === "error" && (outcome.error.charged === "unknown" || outcome.error.guard === "uncached")

export const runSpending = async (options: RunOptions): Promise<Evidence> => {
  const { seed, place, cap } = options
  const chance = makeChance(seed)
  const sandbox = await startSandbox()
  const gate = await openGate(sandbox.origin)
  const control = async <A>(path: string, body?: object): Promise<A> => {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
    return (await (await fetch(sandbox.control + path, init)).json()) as A
  }
  const people = await control<Directory>("/directory")
  await control("/settings", { ratePerMinute: 1_000_000, faultShare: options.faultShare, faultSeed: seed })

  const all = plan(chance, gate.origin, people, options).map((subject): Progress => ({
    subject,
    group: 0,
    underWay: 0,
    lost: undefined,
    lostAbout: [],
    confirmations: 0
  }))
  const bySubject = new Map(all.map((progress) => [progress.subject.id, progress]))
  const lookups = all.reduce((sum, { subject }) => sum + subject.groups.flat().length, 0)
  /** Random counts of answers after which something happens. */
  const moments = (count: number) =>
    new Set(Array.from({ length: count }, () => Math.floor((0.05 + 0.85 * chance.next()) * lookups)))
  const killAt = moments(options.kills)
  const outageAt = moments(options.outages)
  const fullDiskAt = moments(options.fullDisks)

  const ready: Array<Question> = []
  let questionCount = 0
  let answerCount = 0
  let finish: () => void = () => {}
  let fail: (cause: unknown) => void = () => {}

  /** Placed next to each other, so that they are asked at once, in both processes. */
  const enqueue = (progress: Progress, drafts: ReadonlyArray<Draft>, asksAgain: boolean): void => {
    progress.underWay += drafts.length
    const { subject, lost, lostAbout } = progress
    const questions = drafts.map((draft): Question => {
      questionCount += 1
      return {
        number: questionCount,
        subject: subject.id,
        ...(lost === undefined ? draft : withIdentifiers(draft, lost)),
        about: [...(draft.about ?? [subject.id]), ...lostAbout],
        asksAgain,
        timeLimitMillis: TIME_LIMITS_MILLIS[chance.below(2)] ?? TIME_LIMITS_MILLIS[0]
      }
    })
    ready.splice(chance.below(ready.length + 1), 0, ...questions)
  }

  /** Starts the next questions of a subject that has none under way. */
  const advance = (progress: Progress): void => {
    const drafts = progress.subject.groups[progress.group]
    if (drafts === undefined) return
    if (progress.lost !== undefined && progress.subject.confirms && progress.confirmations < MOST_CONFIRMATIONS) {
      progress.confirmations += 1
      return enqueue(progress, drafts.slice(0, 1), true)
    }
    progress.group += 1
    enqueue(progress, drafts, false)
  }

  const pump = (crew: Crew): void => {
    while (ready[0] !== undefined && crew.ask(ready[0])) ready.shift()
    if (ready.length === 0 && crew.isIdle()) finish()
  }

  const onOutcome = (question: Question, outcome: Outcome | "lost"): void => {
    const progress = bySubject.get(question.subject)
    if (progress === undefined) return fail(new Error(`nobody asked about ${question.subject}`))
    progress.underWay -= 1
    answerCount += 1
    if (outcome === "lost" || needsConsent(outcome)) {
      progress.lost = { ...progress.lost, ...identifiersOf(question) }
      progress.lostAbout = [...new Set([...progress.lostAbout, ...(question.about ?? [])])]
    } else if (outcome.outcome === "answer" && question.asksAgain) {
      progress.lost = undefined
      progress.lostAbout = []
    }
    if (progress.underWay === 0) advance(progress)
    if (answerCount === Math.floor(lookups / 2)) void options.restart?.().catch(fail)
    if (killAt.has(answerCount)) crew.kill(chance.below(2))
    if (outageAt.has(answerCount)) void gate.outage(50 + chance.below(250)).catch(fail)
    if (fullDiskAt.has(answerCount)) crew.fillDisk(chance.below(options.processes), 100 + chance.below(400))
    pump(crew)
  }

  const env = environment({
    ...sourceCache(),
    ...sandbox.env,
    INLAY_SALESDATA_BASE_URL: `${gate.origin}/salesdata`,
    INLAY_SALESDATA_PROFILE_SITE: new URL(gate.origin).host,
    INLAY_SALESDATA_PRICE_SEARCH: "3",
    INLAY_SALESDATA_CAP_DAY: String(cap),
    ...(place.url !== undefined && { INLAY_DATABASE: place.url })
  })
  const crew = startCrew({
    directory: place.directory,
    env,
    processes: options.processes,
    clocksOff: options.clocksOff,
    inFlight: options.inFlight,
    onOutcome,
    onFailure: (cause) => fail(cause)
  })
  const ledger = openLedger(place)
  const startedAtMillis = Date.now()
  const ending = (): Promise<void> =>
    new Promise((resolve, reject) => {
      finish = resolve
      fail = reject
      pump(crew)
    })

  try {
    const startedAt = performance.now()
    for (const progress of all) advance(progress)
    await ending()
    const seconds = (performance.now() - startedAt) / 1_000
    // Rows that were open when their process was killed become unknown when their lease expires. Then the user is told
    // of those too.
    await sleep(Math.max(0, (await ledger.openUntil()) - Date.now()))
    const lastRoundFrom = questionCount
    for (const progress of all) {
      const { subject, lost } = progress
      if (lost !== undefined) enqueue(progress, subject.groups.flat().slice(0, 1), subject.confirms)
    }
    await ending()
    return {
      seed,
      cap,
      seconds,
      kills: killAt.size,
      outages: outageAt.size,
      fullDisks: fullDiskAt.size,
      restarts: options.restart === undefined ? 0 : 1,
      clocksOff: options.clocksOff,
      startedAtMillis,
      readAtMillis: Date.now(),
      peak: await ledger.peak(),
      directory: people,
      rows: await ledger.rows(),
      calls: (await control<{ readonly calls: ReadonlyArray<Call> }>("/calls")).calls,
      charges: await control<Charges>("/charges"),
      lines: crew.lines(),
      lastRoundFrom
    }
  } finally {
    await crew.close()
    await ledger.close()
    await gate.close()
    await sandbox.close()
  }
}
