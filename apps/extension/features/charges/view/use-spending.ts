/** What this browser spent with an account today, and its open charges; nothing until that is known, and where both are none. */
import { useCallback, useState } from "preact/hooks"

import type { Send } from "../../../messaging/client.ts"
import { useStored } from "../../../ui/use-stored.ts"
import type { AccountRef } from "../../accounts/requests.ts"
import type { Spending } from "../requests.ts"

export const useSpending = (send: Send, of: AccountRef) => {
  const [spending, setSpending] = useState<Spending>()
  const reload = useCallback(async () => {
    const reply = await send("spending", of)
    // Why it cannot be read stands at the account.
    if (reply.ok) setSpending(reply.output)
  }, [send, of.plugin, of.account])
  useStored(reload)
  const isNone = spending === undefined || (spending.today === 0 && spending.undecided.length === 0)
  return { spending: isNone ? undefined : spending, reload }
}
