/** The choice of the account that pays, if there are several. */
import { paidBy } from "../../../../locales/popup.ts"
import { nameAtHub, wayOf } from "../../../../messaging/way.ts"
import type { PaidShell } from "./frame.tsx"

const titleOf = (account: string): string =>
  wayOf({ account }) === "hub" ? paidBy.atHub(nameAtHub({ account })) : account

export const AccountChoice = ({ payer, onAccount }: PaidShell) =>
  payer === undefined ? null : (
    <label class="account-choice small">
      <span class="quiet">{paidBy.account}</span>
      <select value={payer.account} onChange={(event) => onAccount(event.currentTarget.value)}>
        {payer.names.map((name) => (
          <option key={name} value={name}>
            {titleOf(name)}
          </option>
        ))}
      </select>
    </label>
  )
