/** Plays every fault over one transport, several at a time, and formats the results as a text table. */
import type { FaultServer } from "../fault-server.ts"
import { faultNames, faults, type FaultName } from "../faults/index.ts"
import { expectations, type Verdicts } from "./expectations.ts"
import { CALL_KINDS, type CallKind, type Played, type Scene } from "./play.ts"

/** How a transport plays one fault: in this process, or in a browser's worker. */
export type PlayFault = (scene: Scene) => Promise<Readonly<Record<CallKind, Played>>>

export interface Row {
  readonly fault: FaultName
  readonly played: Readonly<Record<CallKind, Played>>
  /** Requests that the server read, by kind. */
  readonly arrived: Readonly<Record<CallKind, number>>
}

/** A call's time limit: short if nothing else ends the call, otherwise long enough for a busy machine. */
export const limitMillisOf = (fault: FaultName): number =>
  expectations[fault].undici.get.outcome === "Timeout" ? 1500 : 45_000

/** @param atOnce how many faults to play at a time; most of them only wait */
export const playTable = async (
  server: FaultServer,
  playFault: PlayFault,
  atOnce = 12
): Promise<ReadonlyArray<Row>> => {
  const rows = new Map<FaultName, Row>()
  const waiting = [...faultNames]
  const playNext = async (): Promise<void> => {
    for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
      const { origin, arrivals } = server.at[fault]
      const warmUp = expectations[fault].warmUp === true
      const results = await playFault({ origin, limitMillis: limitMillisOf(fault), warmUp })
      const arrivedAt = (kind: CallKind) => arrivals.filter(({ path }) => path === `/${kind}`).length
      rows.set(fault, {
        fault,
        played: results,
        arrived: { get: arrivedAt("get"), post: arrivedAt("post"), paid: arrivedAt("paid") }
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, playNext))
  return faultNames.flatMap((fault) => rows.get(fault) ?? [])
}

/** Converts a row to the form of its expectation. */
export const verdictsOf = ({ played }: Row): Verdicts => {
  const { get, post, paid } = played
  return {
    get: { outcome: get.outcome, attempts: get.attempts },
    post: { outcome: post.outcome, attempts: post.attempts },
    paid: { outcome: paid.outcome, attempts: paid.attempts, charged: paid.charged ?? 0 }
  }
}

/** An additional column of the table. */
export interface Column {
  readonly title: string
  readonly of: (fault: FaultName) => string
}

const cellsOf = ({ fault, played }: Row): ReadonlyArray<string> => [
  fault,
  [...new Set(CALL_KINDS.map((kind) => played[kind].outcome))].join(", "),
  CALL_KINDS.map((kind) => played[kind].attempts).join(" "),
  String(played.paid.charged),
  (Math.max(...CALL_KINDS.map((kind) => played[kind].millis)) / 1000).toFixed(2)
]

/**
 * Formats a line per fault: its reasons, the attempts of each kind, the paid call's charge, the longest time, and the
 * additional column.
 */
export const tableText = (rows: ReadonlyArray<Row>, more: Column): string => {
  const describes: Column = { title: "what it is", of: (fault) => faults[fault].describes }
  const columns = [more, describes]
  const lines = [
    ["fault", "reason", CALL_KINDS.join(" "), "charged", "seconds", ...columns.map(({ title }) => title)],
    ...rows.map((row) => [...cellsOf(row), ...columns.map(({ of }) => of(row.fault))])
  ]
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  const text = (line: ReadonlyArray<string>) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ")
  return lines.map((line) => `${text(line).trimEnd()}\n`).join("")
}
