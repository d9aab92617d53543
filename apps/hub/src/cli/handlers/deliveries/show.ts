/** Shows a delivery: its attempts with what the receiver answered, and its event. Sends nothing. */
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import { attemptsOf, detailsOf, page, type DeliveryRow } from "../../../inbound/dispatch/deliveries.ts"
import type { Screen } from "../../../terminal/Screen.ts"
import { indentLines } from "../../../terminal/wrap.ts"
import { ifStored } from "../../data-directory.ts"
import type { Report } from "../../report.ts"
import { inDatabase } from "../triggers/in-database.ts"
import { noDelivery, subscriptionsOf } from "./lookup.ts"
import { STATE_WORDS } from "./state-words.ts"

const MAX_SHOWN_CHARS = 2_000

type Details = ReturnType<typeof detailsOf>

/** Without a status, there was no answer, as the text says, or the receiver is a command. */
const attemptLine = ({ attempt, at, status, delivered, answer }: Details["log"][number]): string =>
  `${attempt}  ${at}  ${status ?? (delivered ? "accepted" : "not accepted")}  ${ProviderText.line(answer, 500)}`

const showText = ({ columns, style }: Screen, row: DeliveryRow, { log }: Details): string =>
  [
    `${style.bold(row.id)}  ${STATE_WORDS[row.state]}`,
    ...(row.why === null ? [] : [indentLines(ProviderText.clean(row.why), columns, 0)]),
    ...(row.nextMillis === null
      ? []
      : [indentLines(`Next attempt at ${new Date(row.nextMillis).toISOString()}.`, columns, 0)]),
    "",
    ...(log.length === 0 ? ["No attempt yet."] : log.map((one) => indentLines(attemptLine(one), columns, 0))),
    "",
    indentLines(`${row.trigger} of ${row.plugin}/${row.account}, for ${row.subscription}`, columns, 0),
    ProviderText.line(row.data, MAX_SHOWN_CHARS)
  ].join("\n")

export const show = Effect.fnUntraced(function* (id: string) {
  const lookup = Effect.gen(function* () {
    const subscriptions = (yield* subscriptionsOf("deliveries show", undefined)).map((one) => one.id)
    const [row] = yield* page({ subscriptions, ids: [id] }, 1)
    return row && { row, attempts: yield* attemptsOf(id) }
  })
  const delivery = yield* ifStored(inDatabase(lookup), undefined)
  if (delivery === undefined) return yield* noDelivery("deliveries show", id)
  const { row, attempts } = delivery
  const details = detailsOf(row, attempts)
  return {
    ok: true,
    json: details,
    text: (screen) => showText(screen, row, details)
  } satisfies Report
})
