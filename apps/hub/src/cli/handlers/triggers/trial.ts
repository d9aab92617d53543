/**
 * `inlay triggers test`: shows what a subscription would start, judged by the newest events of its target and by its
 * trigger's example.
 */
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import { hubError } from "../../../hub-error.ts"
import { Connections } from "../../../inbound/connections.ts"
import { checkTarget, resolveRequest } from "../../../inbound/subscriptions/request/resolving.ts"
import { Subscriptions } from "../../../inbound/subscriptions/Subscriptions.ts"
import { trialView, tryOut, tryStored, type Trial } from "../../../inbound/subscriptions/trying.ts"
import { plugins } from "../../../plugins.gen.ts"
import { LOCAL } from "../../../principals/Principal.ts"
import type { Screen } from "../../../terminal/Screen.ts"
import { table } from "../../../terminal/table.ts"
import { indentLines } from "../../../terminal/wrap.ts"
import type { Report } from "../../report.ts"
import { wantedEvents, type EventChoice } from "../listen/wanted.ts"
import { inDatabase } from "./in-database.ts"

export interface Options extends EventChoice {
  /** Which account of the trigger's plugin, if there are several. */
  readonly account: string | undefined
}

/** The format of subscription ids. */
const SUBSCRIPTION = /^sub_\w+$/

const unknown = hubError("triggers test", {
  _tag: "NotFound",
  what: "There is no subscription with that id.",
  remedy: { to: "read", text: "`inlay triggers --health --json` lists them." }
})

const trialOfStored = Effect.fnUntraced(function* (id: string) {
  const one = yield* (yield* Subscriptions).find(id)
  return yield* one === undefined ? unknown : tryStored(one)
})

const trialOfOptions = Effect.fnUntraced(function* (options: Options) {
  const { plugin, trigger, target, filters } = yield* wantedEvents(plugins, options)
  const { account } = yield* (yield* Connections).find({ plugin: plugin.id, account: options.account })
  const scope = `${plugin.id}/${account.name}`
  const resolved = yield* resolveRequest({ trigger: trigger.id, account: scope, target, filters }, LOCAL)
  yield* checkTarget(resolved)
  return { ways: resolved.ways, trial: yield* tryOut({ ...resolved, account: account.name }) }
})

const STARTS = "starts the agent"

const textOf = (screen: Screen, { events, example }: Trial, ways: ReadonlyArray<string>): string => {
  const starting = events.filter(({ why }) => why === undefined).length
  const count =
    events.length === 0
      ? "This hub has not seen any event of the trigger at this target yet."
      : `${starting} of the last ${events.length} events of the target would have started the agent.`
  const rows = events.map(({ event, why }) => [
    ProviderText.line(event.at.slice(0, 16).replace("T", " ")),
    ProviderText.line(event.actor ?? ""),
    why === undefined ? { text: STARTS, paint: screen.style.green } : ProviderText.line(why, 300)
  ])
  return [
    indentLines(count, screen.columns, 0),
    ...(rows.length === 0
      ? []
      : ["", table(screen, [{ title: "When", fixed: true }, { title: "Who" }, { title: "Result" }], rows)]),
    "",
    ...(example === undefined ? [] : [indentLines(`The example: ${example.why ?? STARTS}`, screen.columns, 0)]),
    indentLines(
      ways.length === 0 ? "No delivery method is available for its events." : `Its events come by: ${ways.join("; ")}.`,
      screen.columns,
      0
    )
  ].join("\n")
}

export const test = Effect.fnUntraced(function* (options: Options) {
  const result = yield* inDatabase(
    SUBSCRIPTION.test(options.trigger) ? trialOfStored(options.trigger) : trialOfOptions(options)
  )
  return {
    ok: true,
    json: trialView(result.trial, result.ways),
    text: (screen) => textOf(screen, result.trial, result.ways)
  } satisfies Report
})
