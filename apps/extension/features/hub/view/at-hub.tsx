/** An account of the hub: what this browser spent with it today, and its unknown charges. */
import { visible } from "@inlay/ui/text/visible"

import { credits } from "../../../locales/popup.ts"
import { hub as words } from "../../../locales/settings.ts"
import type { AccountRef } from "../../../messaging/account.ts"
import type { Send } from "../../../messaging/client.ts"
import { nameAtHub } from "../../../messaging/way.ts"
import { Charges } from "../../charges/view/list.tsx"
import { useSpending } from "../../charges/view/use-spending.ts"

export const AtHub = ({ send, of }: { readonly send: Send; readonly of: AccountRef }) => {
  const { spending, hasCharges, reload } = useSpending(send, of)
  if (spending === undefined) return null
  return (
    <div class="stack tight">
      <p class="quiet small">{words.spent(visible(nameAtHub(of)), credits(spending.today))}</p>
      {hasCharges && (
        <Charges send={send} of={of} charges={spending.unknownCharges} now={Date.now()} onChanged={reload} />
      )}
    </div>
  )
}
