/** Lists the account's unknown charges, each with its actions. */
import type { Card } from "@inlay/agent-plugin/Card"
import { Notice } from "@inlay/ui/Notice"
import { visible } from "@inlay/ui/text/visible"
import { useState } from "preact/hooks"

import { charges as words } from "../../../locales/charges.ts"
import { money, popup } from "../../../locales/popup.ts"
import type { AccountRef } from "../../../messaging/account.ts"
import type { Send } from "../../../messaging/client.ts"
import { titleIn } from "../../../ui/text/card-in.ts"
import { age, moment } from "../../../ui/text/moment.ts"
import { problemText } from "../../../ui/text/problem.ts"
import type { Outcome } from "../../enrich/requests.ts"
import type { UnknownCharge } from "../unknown-charge.ts"
import { ChargeActions } from "./actions.tsx"

const nameOf = ({ subjects, operation }: UnknownCharge): string =>
  visible(subjects.length === 0 ? (words.unnamed[operation] ?? words.someCall) : subjects.join(", "))

/** The words for records are loaded when there is one. */
const titleOf = async (card: Card): Promise<string> => {
  const { recordText } = await import("../../../locales/result.ts")
  return visible(titleIn(card.title, recordText))
}

const cameOf = async (outcome: Outcome): Promise<string> => {
  switch (outcome.state) {
    case "match":
      return words.answered(await titleOf(outcome.card), money.charged(outcome.charged))
    case "another":
      return words.another(await titleOf(outcome.card), money.charged(outcome.charged))
    case "noMatch":
      return words.noMatch(money.charged(outcome.charged))
    case "failed":
      return visible(problemText(outcome.error))
  }
}

/** The result of the last action, and whether one is under way. */
type State =
  | { readonly at: "rest" }
  | { readonly at: "asking"; readonly id: string }
  | { readonly at: "done"; readonly text: string; readonly good: boolean }

export const Charges = (props: {
  readonly send: Send
  readonly of: AccountRef
  readonly charges: ReadonlyArray<UnknownCharge>
  readonly now: number
  /** Called when the listed charges have changed. */
  readonly onChanged: () => void
}) => {
  const [state, setState] = useState<State>({ at: "rest" })
  // Settled charges are hidden at once, because a second click would have no charge to act on.
  const [settledIds, setSettled] = useState<ReadonlySet<string>>(new Set())
  const remaining = props.charges.filter(({ id }) => !settledIds.has(id))
  const finish = (id: string, text: string, good: boolean) => {
    setState({ at: "done", text, good })
    if (good) setSettled((ids) => new Set([...ids, id]))
    props.onChanged()
  }
  const settle = async (charge: UnknownCharge, credits: number) => {
    const reply = await props.send("settleCharge", { ...props.of, id: charge.id, credits })
    finish(
      charge.id,
      reply.ok ? `${nameOf(charge)}: ${words.booked(credits)}` : visible(problemText(reply.error)),
      reply.ok
    )
  }
  const askAgain = async (charge: UnknownCharge) => {
    setState({ at: "asking", id: charge.id })
    const reply = await props.send("askAgain", { ...props.of, id: charge.id, upTo: charge.again?.upTo ?? null })
    finish(
      charge.id,
      reply.ok ? await cameOf(reply.output) : visible(problemText(reply.error)),
      reply.ok && reply.output.state === "match"
    )
  }
  return (
    <div class="stack tight">
      {remaining.length === 0 ? (
        <p class="quiet">{words.none}</p>
      ) : (
        <>
          <h3 class="panel-title">{words.title}</h3>
          <p class="quiet">{words.help}</p>
          <ul class="charges">
            {remaining.map((charge) => (
              <li key={charge.id}>
                <p>
                  <strong>{nameOf(charge)}</strong>
                  <span class="quiet">
                    {" · "}
                    <time dateTime={charge.at} title={moment(charge.at)}>
                      {age(charge.at, props.now)}
                    </time>
                    {` · ${words.upTo(charge.upTo)}`}
                  </span>
                </p>
                {state.at === "asking" && state.id === charge.id ? (
                  <p role="status">{popup.asking}</p>
                ) : (
                  <ChargeActions
                    charge={charge}
                    onSettle={(credits) => void settle(charge, credits)}
                    onAskAgain={charge.again === undefined ? undefined : () => void askAgain(charge)}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {state.at === "done" && (
        <Notice tone={state.good ? "good" : "neutral"} announce>
          {state.text}
        </Notice>
      )}
    </div>
  )
}
