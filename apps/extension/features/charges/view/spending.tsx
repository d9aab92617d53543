/** Shows what was spent today, and the lookups whose charge is unknown. */
import { account as words, sections } from "../../../locales/settings.ts"
import type { AccountRef } from "../../../messaging/account.ts"
import type { Send } from "../../../messaging/client.ts"
import type { Spending as Spent } from "../requests.ts"
import { Charges } from "./list.tsx"
import { useSpending } from "./use-spending.ts"

export const Spending = (props: {
  readonly send: Send
  readonly of: AccountRef
  readonly spending: Spent
  readonly now: number
  readonly onChanged: () => void
}) => (
  <section class="panel" id="charges" aria-labelledby="spending-title">
    <h2 id="spending-title">{sections.charges}</h2>
    <div>
      <p class="figure">{words.today(props.spending.today)}</p>
      <p class="quiet small">{words.todayHelp}</p>
    </div>
    <Charges
      send={props.send}
      of={props.of}
      charges={props.spending.unknownCharges}
      now={props.now}
      onChanged={props.onChanged}
    />
  </section>
)

/** The spending of an account that is not in the form, shown if it spent something today or has unknown charges. */
export const OtherSpending = ({ send, of }: { readonly send: Send; readonly of: AccountRef }) => {
  const { spending, reload } = useSpending(send, of)
  if (spending === undefined) return null
  return (
    <section class="panel" aria-label={words.spendingOf(of.account)}>
      <h2>{words.spendingOf(of.account)}</h2>
      <p class="quiet">{words.today(spending.today)}</p>
      <Charges send={send} of={of} charges={spending.unknownCharges} now={Date.now()} onChanged={reload} />
    </section>
  )
}
