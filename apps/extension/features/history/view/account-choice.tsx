/** The choice of the account whose history is shown. */
import { history as words } from "../../../locales/history.ts"

export const AccountChoice = (props: {
  readonly account: string | undefined
  readonly names: ReadonlyArray<string>
  readonly onAccount: (name: string) => void
}) => (
  <div class="filters">
    <label>
      <span class="small quiet">{words.account}</span>
      <select value={props.account} onChange={({ currentTarget: { value } }) => props.onAccount(value)}>
        {props.names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  </div>
)
