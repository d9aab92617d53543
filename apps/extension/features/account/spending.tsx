/** What was spent today, and which lookups may have been charged without an answer. */
import { account as words } from "../../locales/en/account.ts"
import type { Send } from "../../messaging/client.ts"
import type { Spending as Spent } from "../../messaging/contract.ts"
import { Charges } from "../charges/list.tsx"

export const Spending = (props: {
  readonly send: Send
  readonly spending: Spent
  readonly now: number
  readonly onChanged: () => void
}) => (
  <section class="panel" aria-labelledby="spending-title">
    <h2 id="spending-title">{words.spendingTitle}</h2>
    <div>
      <p class="figure">{words.today(props.spending.today)}</p>
      <p class="quiet small">{words.todayHelp}</p>
    </div>
    <Charges send={props.send} charges={props.spending.undecided} now={props.now} onChanged={props.onChanged} />
  </section>
)
