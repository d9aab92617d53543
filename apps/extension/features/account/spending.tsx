/** What was spent today, and which lookups may have been charged without an answer. */
import { account as words } from "../../locales/en/account.ts"
import type { Spending as Spent } from "../../messaging/contract.ts"
import { age, moment } from "../../ui/age.ts"

export const Spending = ({ spending, now }: { readonly spending: Spent; readonly now: number }) => (
  <section class="panel" aria-labelledby="spending-title">
    <h2 id="spending-title">{words.spendingTitle}</h2>
    <div>
      <p class="figure">{words.today(spending.today)}</p>
      <p class="quiet small">{words.todayHelp}</p>
    </div>
    {spending.undecided.length === 0 ? (
      <p class="quiet">{words.undecidedNone}</p>
    ) : (
      <div class="stack tight">
        <h3 class="panel-title">{words.undecidedTitle}</h3>
        <p class="quiet">{words.undecidedHelp}</p>
        <dl class="facts">
          {spending.undecided.map((row) => (
            <div>
              <dt>
                <time dateTime={row.at} title={moment(row.at)}>
                  {age(row.at, now)}
                </time>
              </dt>
              <dd>{row.subjects.length === 0 ? row.operation : row.subjects.join(", ")}</dd>
            </div>
          ))}
        </dl>
      </div>
    )}
  </section>
)
