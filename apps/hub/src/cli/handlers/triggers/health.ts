/** `inlay triggers --health`: reports the health of each subscription of the hub, and how to fix problems. */
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { accountIdOf } from "../../../inbound/events/event-accounts.ts"
import { healthOf, healthView, type Health } from "../../../inbound/subscriptions/health/health.ts"
import type { Subscription } from "../../../inbound/subscriptions/Subscription.ts"
import { Subscriptions } from "../../../inbound/subscriptions/Subscriptions.ts"
import { ago } from "../../../terminal/ago.ts"
import type { Screen } from "../../../terminal/Screen.ts"
import { table } from "../../../terminal/table.ts"
import { indentLines } from "../../../terminal/wrap.ts"
import { ifStored } from "../../data-directory.ts"
import type { Report } from "../../report.ts"
import { inDatabase } from "./in-database.ts"

interface Line {
  readonly subscription: Subscription
  readonly health: Health
}

const WAYS: Readonly<Record<string, string>> = { orgWebhook: "org webhook" }

const jsonOf = ({ subscription, health: state }: Line) => ({
  ...healthView(state),
  name: subscription.name,
  account: accountIdOf(subscription),
  enabled: subscription.isEnabled,
  target: subscription.target
})

const NONE = "No subscriptions yet. Create one in the console of `inlay serve`, or with POST /api/subscriptions."

/** How many are listed on a screen. */
const FIRST = 30

/** In the order in which they are listed. Only what its owner switched off is "off". */
const STATES = [
  { text: "problem", colour: "red", counted: "with a problem" },
  { text: "setting up", colour: "yellow", counted: "being set up" },
  { text: "ok", colour: "green", counted: "well" },
  { text: "off", colour: "dim", counted: "switched off" }
] as const

const rankOf = ({ subscription, health: { ok, settingUp } }: Line) => {
  if (!ok) return 0
  if (!subscription.isEnabled) return 3
  return settingUp === null ? 2 : 1
}

/** How many there are of each, if not all are listed. */
const summaryLines = ({ columns }: Screen, lines: ReadonlyArray<Line>): ReadonlyArray<string> => {
  if (lines.length <= FIRST) return []
  const counts = STATES.flatMap(({ counted }, rank) => {
    const count = lines.filter((line) => rankOf(line) === rank).length
    return count === 0 ? [] : [`${count} ${counted}`]
  })
  const text = `${lines.length} subscriptions: ${counts.join(", ")}. ${FIRST} are listed. With \`--json\`, all are.`
  return ["", indentLines(text, columns, 0)]
}

const stateOf = ({ style }: Screen, line: Line) => {
  const { text, colour } = STATES[rankOf(line)]
  return { text, paint: style[colour] }
}

const tableOf = (screen: Screen, lines: ReadonlyArray<Line>, now: number): string =>
  table(
    screen,
    [
      { title: "State" },
      { title: "Subscription" },
      { title: "Target" },
      { title: "Way" },
      { title: "Started", fixed: true },
      { title: "Waiting", align: "right" },
      { title: "Given up", align: "right" }
    ],
    lines.map((line) => {
      const { subscription, health } = line
      return [
        stateOf(screen, line),
        ProviderText.line(subscription.name),
        ProviderText.line(subscription.place),
        health.way === null ? "none" : (WAYS[health.way] ?? health.way),
        health.lastStartMillis === undefined ? "never" : ago(health.lastStartMillis, now),
        String(health.pending),
        String(health.dead)
      ]
    })
  )

/** Details of a subscription that do not fit in its row. */
const notesOf = ({ columns, style }: Screen, { subscription, health }: Line): ReadonlyArray<string> => {
  const notes = [
    ...health.problems.map((text) => style.red(indentLines(ProviderText.clean(text), columns, 2))),
    ...(health.settingUp === null ? [] : [indentLines(health.settingUp, columns, 2)]),
    ...(health.because === null ? [] : [indentLines(ProviderText.clean(health.because), columns, 2)]),
    ...(health.limitShare === null
      ? []
      : [indentLines(`Polls take ${Math.ceil(health.limitShare * 100)}% of the account's requests.`, columns, 2)]),
    ...(health.skippedBecause === null
      ? []
      : [indentLines(`${health.skipped} not sent, the last because: ${health.skippedBecause}`, columns, 2)])
  ]
  return notes.length === 0
    ? []
    : [
        "",
        style.bold(indentLines(`${ProviderText.line(subscription.name)} (${subscription.id})`, columns, 0)),
        ...notes
      ]
}

export const health = Effect.gen(function* () {
  const reading = Effect.gen(function* () {
    const all = yield* (yield* Subscriptions).list
    return Arr.zipWith(all, yield* healthOf(all), (subscription, state): Line => ({ subscription, health: state }))
  })
  const lines = yield* ifStored(inDatabase(reading), [])
  const now = yield* Clock.currentTimeMillis
  return {
    ok: lines.every((line) => line.health.ok),
    json: lines.map(jsonOf),
    text: (screen) => {
      if (lines.length === 0) return indentLines(NONE, screen.columns, 0)
      const listed = lines.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, FIRST)
      return [
        tableOf(screen, listed, now),
        ...listed.flatMap((line) => notesOf(screen, line)),
        ...summaryLines(screen, lines)
      ].join("\n")
    }
  } satisfies Report
})
