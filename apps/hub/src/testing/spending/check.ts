/**
 * Compares three independent accounts of the same money: the ledger's rows, the provider's own count, and each
 * process's log. Every inconsistency is a sentence in the list.
 */
import type { LedgerRow } from "./ledger.ts"
import type { Directory } from "./plan.ts"
import type { Line } from "./process.ts"

/** One call as the sandbox recorded it. */
export interface Call {
  readonly number: number
  readonly at: string
  readonly operation: string | null
  readonly path: string
  readonly idempotencyKey: string | null
  readonly fault: string | null
  readonly status: number | null
  readonly charged: number
  readonly chargedFor: string | null
}

export interface Charges {
  readonly total: number
  readonly items: ReadonlyArray<{ readonly id: string; readonly credits: number; readonly times: number }>
}

export interface Evidence {
  readonly seed: number
  readonly cap: number
  readonly seconds: number
  readonly kills: number
  readonly outages: number
  readonly fullDisks: number
  /** How often the database was restarted. */
  readonly restarts: number
  /** See the option of the same name of a crew. */
  readonly clocksOff: ReadonlyArray<number>
  readonly startedAtMillis: number
  readonly readAtMillis: number
  /** The largest sum of charges and estimates ever observed in the ledger. */
  readonly peak: number
  readonly directory: Directory
  readonly rows: ReadonlyArray<LedgerRow>
  readonly calls: ReadonlyArray<Call>
  readonly charges: Charges
  readonly lines: ReadonlyArray<Line>
  /** Questions with higher numbers were asked after everything else had ended and every lease had expired. */
  readonly lastRoundFrom: number
}

/** A row whose charge the ledger does not know, and what the provider recorded about it. */
export interface UnknownRow {
  readonly id: string
  readonly keys: string
  readonly state: "open" | "unknown" | "confirmed"
  readonly chargedByProvider: number
  /** The fault of each call; empty if no call arrived. */
  readonly faults: ReadonlyArray<string>
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

const groupBy = <T>(
  items: ReadonlyArray<T>,
  keyOf: (item: T) => string | null
): ReadonlyMap<string, ReadonlyArray<T>> => {
  const groups = new Map<string, Array<T>>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === null) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

const PAID = ["enrich_person", "enrich_company", "search_people"]

/** Every row with the calls that it was for. */
const pairs = ({ rows, calls }: Evidence) => {
  const byRow = groupBy(calls, ({ idempotencyKey }) => idempotencyKey)
  return rows.map((row) => {
    const own = byRow.get(row.id) ?? []
    return { row, calls: own, paid: own.filter(({ charged }) => charged > 0) }
  })
}

export const faultsMet = ({ calls }: Evidence): ReadonlySet<string> =>
  new Set(calls.flatMap(({ fault }) => fault ?? []))

export const unknownRows = (evidence: Evidence): ReadonlyArray<UnknownRow> =>
  pairs(evidence).flatMap(({ row: { id, keys, state }, calls, paid }) =>
    state === "settled"
      ? []
      : [
          {
            id,
            keys,
            state,
            chargedByProvider: sum(paid.map(({ charged }) => charged)),
            faults: calls.map(({ fault }) => fault ?? "none")
          }
        ]
  )

/** Whether the provider's figure could not be read, so that the row has the account's own price. */
const isByPrice = ({ charged, estimate }: LedgerRow, calls: ReadonlyArray<Call>): boolean =>
  charged === estimate && calls.some(({ fault }) => fault === "odd-charge")

/** Compares the ledger with the provider, row by row and call by call. */
const books = (evidence: Evidence): ReadonlyArray<string> => {
  const { rows, calls, charges, startedAtMillis, readAtMillis } = evidence
  const wrong: Array<string> = []
  const ids = new Set(rows.map(({ id }) => id))
  for (const call of calls) {
    if (call.operation !== null && !PAID.includes(call.operation)) continue
    if (call.idempotencyKey === null) wrong.push(`call ${call.number} to ${call.path} names no row`)
    else if (!ids.has(call.idempotencyKey)) wrong.push(`call ${call.number} has no row in the ledger`)
  }
  for (const { row, calls: own, paid } of pairs(evidence)) {
    const name = `row ${row.id} (${row.state}, ${row.keys})`
    const credits = sum(paid.map(({ charged }) => charged))
    if (paid.length > 1) wrong.push(`${name} was charged ${paid.length} times`)
    if (row.estimate === null || credits > row.estimate) wrong.push(`${name}: ${credits} exceed ${row.estimate}`)
    if (row.state === "settled" && row.charged !== credits && !isByPrice(row, own)) {
      wrong.push(`${name} says ${row.charged}, the provider charged ${credits}`)
    }
    if (row.at_millis < startedAtMillis || row.at_millis > readAtMillis) {
      wrong.push(`${name} is dated ${new Date(row.at_millis).toISOString()}, which is not when the run was`)
    }
    if (row.state === "open" && row.lease_ends_millis > readAtMillis) wrong.push(`${name} is still open`)
    const about = new Set(own.map(({ chargedFor }) => chargedFor).filter((item) => item !== null))
    if (about.size > 1) wrong.push(`${name} paid for ${[...about].join(" and ")}`)
  }
  const settledCredits = sum(
    pairs(evidence).map(({ row, calls: own, paid }) => {
      if (row.state !== "settled") return 0
      return isByPrice(row, own) ? sum(paid.map(({ charged }) => charged)) : (row.charged ?? 0)
    })
  )
  const inUnknown = sum(unknownRows(evidence).map(({ chargedByProvider }) => chargedByProvider))
  if (settledCredits + inUnknown !== charges.total) {
    wrong.push(`settled ${settledCredits} and unknown ${inUnknown} are not the provider's ${charges.total}`)
  }
  const loggedCredits = sum(calls.map(({ charged }) => charged))
  if (loggedCredits !== charges.total)
    wrong.push(`the provider's calls cost ${loggedCredits}, its charges are ${charges.total}`)
  return wrong
}

/** The subjects for which the user chose to ask again. All searches count as one subject. */
const consentsOf = (lines: ReadonlyArray<Line>): ReadonlyArray<string> =>
  lines.flatMap((line) => {
    if (line.at !== "asked" || !line.asksAgain) return []
    return line.subject.startsWith("search ") ? [OTHERS] : [...new Set(line.about ?? [line.subject])]
  })

/**
 * Nobody was paid for twice, unless the user asked again because the earlier charge was unknown or its answer was not
 * stored.
 */
const repeats = (evidence: Evidence): ReadonlyArray<string> => {
  const consents = new Set(consentsOf(evidence.lines))
  const rows = new Map(evidence.rows.map((row) => [row.id, row]))
  const knownIds = new Set([...evidence.directory.people, ...evidence.directory.companies].map(({ id }) => id))
  const payments = groupBy(
    evidence.calls.filter(({ charged }) => charged > 0),
    ({ chargedFor }) => chargedFor
  )
  return [...payments].flatMap(([item, calls]) => {
    if (!knownIds.has(item)) return []
    return calls.slice(0, -1).flatMap(({ idempotencyKey }) => {
      const { state, unkept = null } = rows.get(idempotencyKey ?? "") ?? {}
      const byChoice = state === "confirmed" || (unkept !== null && consents.has(item ?? ""))
      return byChoice ? [] : [`${item} was charged ${calls.length} times: an earlier row is ${state}`]
    })
  })
}

/** Finds the subject of a row in the provider's directory. Searches and the like count as one subject. */
const subjectsByKey = ({ people, companies }: Directory): ((keys: string) => string) => {
  const ids = new Map([
    ...people.flatMap(({ id, slug, emails }) => [slug, ...emails].map((text) => [text.toLowerCase(), id] as const)),
    ...companies.flatMap(({ id, domain, abn }) => [domain, abn ?? domain].map((text) => [text, id] as const))
  ])
  const ofKey = (key: string) => ids.get(key.slice(key.indexOf(":") + 1)) ?? OTHERS
  return (keys) => (JSON.parse(keys) as ReadonlyArray<string>).map(ofKey)[0] ?? OTHERS
}
const OTHERS = "searches"

/** Only the user confirms rows, once for each time. */
const confirmations = ({ directory, lines, rows }: Evidence): ReadonlyArray<string> => {
  const subjectOf = subjectsByKey(directory)
  const consents = consentsOf(lines)
  const confirmedRows = groupBy(
    rows.filter(({ state }) => state === "confirmed"),
    ({ keys }) => subjectOf(keys)
  )
  return [...confirmedRows].flatMap(([subject, own]) => {
    const times = consents.filter((id) => id === subject).length
    return own.length > times ? [`${subject}: ${own.length} rows are confirmed, the user said so ${times} times`] : []
  })
}

/** The cap holds in the order of the provider's log, and in the ledger at any time. */
const caps = ({ calls, cap, peak }: Evidence): ReadonlyArray<string> => {
  const wrong: Array<string> = []
  let running = 0
  for (const { number, charged } of calls) {
    running += charged
    if (charged > 0 && running > cap) wrong.push(`call ${number} passed the cap: ${running} of ${cap}`)
  }
  if (peak > cap) wrong.push(`the ledger held ${peak} of ${cap}`)
  return wrong
}

type Answered = Extract<Line, { readonly at: "answered" }>
const answersIn = (lines: ReadonlyArray<Line>): ReadonlyArray<Answered> =>
  lines.filter((line) => line.at === "answered")

/** No question was answered with somebody else's record. */
const strangers = ({ lines }: Evidence): ReadonlyArray<string> => {
  const questions = new Map(lines.flatMap((line) => (line.at === "asked" ? [[line.number, line] as const] : [])))
  return answersIn(lines).flatMap((line) => {
    const question = questions.get(line.number)
    const subjects = question?.about?.filter((id) => /^(per|com)_/.test(id)) ?? []
    if (line.outcome !== "answer" || line.about === undefined || subjects.length === 0) return []
    return subjects.includes(line.about) ? [] : [`${subjects.join(" or ")} was asked for, and ${line.about} answered`]
  })
}

/** The logs of the processes report the same money, and cached answers only if they had been bought. */
const outcomes = (evidence: Evidence): ReadonlyArray<string> => {
  const wrong: Array<string> = []
  const { clocksOff, lines, rows, kills, directory, lastRoundFrom } = evidence
  const storageFailures = evidence.fullDisks + evidence.restarts
  const purchases = answersIn(lines).filter((line) => line.outcome === "answer" && line.basis !== "cache")
  const reportedCredits = sum(
    purchases.map((line) => (line.outcome === "answer" && line.charged !== "unknown" ? line.charged : 0))
  )
  const settledCredits = sum(rows.map(({ state, charged }) => (state === "settled" ? (charged ?? 0) : 0)))
  // If the disk was full or the database gone, a charge that was reported to a process may be unknown in the ledger.
  const inUnknown =
    storageFailures > 0 ? sum(unknownRows(evidence).map(({ chargedByProvider }) => chargedByProvider)) : 0
  if (
    kills === 0 && storageFailures === 0
      ? reportedCredits !== settledCredits
      : reportedCredits > settledCredits + inUnknown
  ) {
    wrong.push(`the processes were told of ${reportedCredits} credits, the ledger settled ${settledCredits}`)
  }
  const lostAnswers = answersIn(lines).filter(
    (line) => line.outcome === "error" && line.error.charged === "unknown" && line.error.guard !== "unknownCharge"
  )
  const unknownCharges = unknownRows(evidence)
  if (kills === 0 && storageFailures === 0 && lostAnswers.length < unknownCharges.length) {
    wrong.push(`${unknownCharges.length} rows are unknown, and only ${lostAnswers.length} lookups were told so`)
  }
  const knownIds = new Set([...directory.people, ...directory.companies].map(({ id }) => id))
  for (const [subject, own] of groupBy(answersIn(lines), (line) => line.subject)) {
    if (!knownIds.has(subject)) continue
    const of = (isCached: boolean) =>
      new Set(own.flatMap((l) => (l.outcome === "answer" && (l.basis === "cache") === isCached ? [l.digest] : [])))
    const first = of(false)
    const unexpectedDigests = [...of(true)].filter((digest) => !first.has(digest))
    // If the buyer was killed, the one answer that no log contains may be the cached one.
    if (unexpectedDigests.length > (kills > 0 ? 1 : 0))
      wrong.push(`${subject}: an answer from the cache was never bought`)
  }
  for (const line of answersIn(lines)) {
    if (line.outcome !== "error") continue
    if (line.error.guard === "ledger" && storageFailures === 0) wrong.push(`${line.subject}: ${line.error.message}`)
    // A lookup that was not sent has waited for the same lookup of another process.
    const hasWaited = line.error.reason === "Timeout" && line.error.nothing === "sent"
    // A process with a wrong clock uses the last good time, which may be up to a minute behind.
    if (clocksOff.length === 0 && line.number > lastRoundFrom && hasWaited) {
      wrong.push(`${line.subject} waits for a process that is gone`)
    }
  }
  return wrong
}

/** Returns every inconsistency as a sentence; none if the evidence is consistent. */
export const violations = (evidence: Evidence): ReadonlyArray<string> => [
  ...books(evidence),
  ...repeats(evidence),
  ...confirmations(evidence),
  ...caps(evidence),
  ...strangers(evidence),
  ...outcomes(evidence)
]
