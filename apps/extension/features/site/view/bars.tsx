/**
 * Users by day as bars, paler for days that are not final. A text description and a table serve users who cannot see
 * them.
 */
import { site as words } from "../../../locales/site.ts"
import type { Day } from "../figures/figures.ts"

const WIDTH = 336
const HEIGHT = 60
const GAP = 2
/** The minimum height, so that a day with any users is visible. */
const LEAST = 2

const heightOf = (users: number, most: number): number =>
  users === 0 || most === 0 ? 0 : Math.max(LEAST, (HEIGHT * users) / most)

export const Bars = ({ days }: { readonly days: ReadonlyArray<Day> }) => {
  const counts = days.map(({ users }) => users)
  const most = Math.max(0, ...counts)
  const place = WIDTH / Math.max(1, days.length)
  const [first, middle, last] = [days[0], days[Math.floor(days.length / 2)], days.at(-1)]
  if (first === undefined || last === undefined) return null
  return (
    <figure class="site-days">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.chart(Math.min(...counts), most, first.date, last.date)}
      >
        {days.map(({ date, users, isFinal }, at) => {
          const height = heightOf(users, most)
          return (
            <g key={date} class={isFinal ? "" : "open"}>
              <title>{words.bar(date, users, isFinal)}</title>
              {/* The whole column reacts to the pointer. */}
              <rect class="column" x={at * place} y={0} width={place} height={HEIGHT} />
              <rect x={at * place + GAP / 2} y={HEIGHT - height} width={place - GAP} height={height} rx={2} />
            </g>
          )
        })}
      </svg>
      <div class="site-axis" dir="ltr" aria-hidden="true">
        <bdi>{words.day(first.date)}</bdi>
        <bdi>{middle !== undefined && words.day(middle.date)}</bdi>
        <bdi>{words.day(last.date)}</bdi>
      </div>
      <details>
        <summary class="small">{words.table}</summary>
        <table class="small">
          <thead>
            <tr>
              <th scope="col">{words.columns.day}</th>
              <th scope="col">{words.columns.users}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, users, isFinal }) => (
              <tr key={date}>
                <th scope="row">
                  {words.day(date)}
                  {!isFinal && <span class="site-open"> {words.notFinal}</span>}
                </th>
                <td>{words.count(users)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
