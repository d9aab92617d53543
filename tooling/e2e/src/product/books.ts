/** Compares the extension's ledger with the provider's own count. Every inconsistency is a sentence. */
import type { Call, Charges } from "../world/control.ts"
import type { LedgerRow } from "./worker.ts"

export interface Books {
  readonly rows: ReadonlyArray<LedgerRow>
  readonly calls: ReadonlyArray<Call>
  readonly charges: Charges
  /** Credits of the day. */
  readonly cap: number
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

/** Rows whose charge the extension does not know, each with the provider's charge for it. */
export const unknownRows = ({ rows, calls }: Pick<Books, "rows" | "calls">) =>
  rows
    .filter(({ state }) => state !== "settled")
    .map((row) => ({
      ...row,
      chargedByProvider: sum(calls.flatMap((call) => (call.idempotencyKey === row.id ? [call.charged] : [])))
    }))

export const violations = (books: Books): ReadonlyArray<string> => {
  const { rows, calls, charges, cap } = books
  const wrong: Array<string> = []
  const ids = new Set(rows.map(({ id }) => id))
  for (const { idempotencyKey, identifiers } of calls) {
    if (idempotencyKey === null || !ids.has(idempotencyKey)) wrong.push(`no row for ${JSON.stringify(identifiers)}`)
  }
  for (const row of rows) {
    const own = calls.filter(({ idempotencyKey }) => idempotencyKey === row.id).map(({ charged }) => charged)
    const name = `row ${row.id} (${row.state})`
    if (row.state === "settled" && row.charged !== sum(own)) wrong.push(`${name}: ${row.charged} is not ${sum(own)}`)
    if (row.estimate === null || sum(own) > row.estimate) wrong.push(`${name}: ${sum(own)} exceed ${row.estimate}`)
    // All rows of a person except the last must have been given up by the user.
    const later = rows.filter(
      (other) => other.atMillis > row.atMillis && other.keys.some((key) => row.keys.includes(key))
    )
    if (sum(own) > 0 && row.state !== "confirmed" && later.some((other) => sent(calls, other))) {
      wrong.push(`${name} was charged, and asked again by itself`)
    }
  }
  const settledCredits = sum(rows.map(({ state, charged }) => (state === "settled" ? (charged ?? 0) : 0)))
  const unknownCredits = sum(unknownRows(books).map(({ chargedByProvider }) => chargedByProvider))
  if (settledCredits + unknownCredits !== charges.total) {
    wrong.push(`settled ${settledCredits} and unknown ${unknownCredits} are not the provider's ${charges.total}`)
  }
  const countedCredits = sum(
    rows.map(({ state, charged, estimate }) => (state === "settled" ? (charged ?? 0) : (estimate ?? 0)))
  )
  if (charges.total > cap || countedCredits > cap)
    wrong.push(`${charges.total} charged, ${countedCredits} counted, cap ${cap}`)
  return wrong
}

const sent = (calls: ReadonlyArray<Call>, { id }: LedgerRow): boolean =>
  calls.some(({ idempotencyKey }) => idempotencyKey === id)
