/** An account of the hub: what this browser spent with it today, and its charges that nobody knows. */
import { visible } from "@inlay/ui/text/visible"
import { useCallback, useEffect, useState } from "preact/hooks"

import { credits } from "../../../locales/popup.ts"
import { hub as words } from "../../../locales/settings.ts"
import type { Send } from "../../../messaging/client.ts"
import type { AccountRef } from "../../accounts/requests.ts"
import { nameAtHub } from "../../accounts/way.ts"
import type { Spending } from "../../charges/requests.ts"
import { Charges } from "../../charges/view/list.tsx"

export const AtHub = ({ send, of }: { readonly send: Send; readonly of: AccountRef }) => {
  const [spending, setSpending] = useState<Spending>()
  const load = useCallback(async () => {
    const reply = await send("spending", of)
    // Why the hub cannot be asked stands above, once.
    if (reply.ok) setSpending(reply.output)
  }, [send, of.plugin, of.account])
  useEffect(() => void load(), [load])
  if (spending === undefined || (spending.today === 0 && spending.undecided.length === 0)) return null
  return (
    <div class="stack tight">
      <p class="quiet small">{words.spent(visible(nameAtHub(of)), credits(spending.today))}</p>
      {spending.undecided.length > 0 && (
        <Charges send={send} of={of} charges={spending.undecided} now={Date.now()} onChanged={() => void load()} />
      )}
    </div>
  )
}
