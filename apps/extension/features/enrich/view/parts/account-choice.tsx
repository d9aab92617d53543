/** The choice of the account that pays, if there are several. */
import { paidBy } from "../../../../locales/popup.ts"
import { nameAtHub, wayOf } from "../../../../messaging/way.ts"
import { Select } from "../../../../ui/Select.tsx"
import type { PaidShell } from "./frame.tsx"

const titleOf = (account: string): string =>
  wayOf({ account }) === "hub" ? paidBy.atHub(nameAtHub({ account })) : account

export const AccountChoice = ({ payer, onAccount }: PaidShell) =>
  payer === undefined ? null : (
    <Select
      class="account-choice"
      label={paidBy.account}
      options={payer.names.map((name) => [name, titleOf(name)])}
      value={payer.account}
      onChoose={onAccount}
    />
  )
