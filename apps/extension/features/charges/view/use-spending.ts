/**
 * Reads what was spent with an account today and its unknown charges. The result is `undefined` until they are known,
 * and if there are neither. Charges that were there stay, so that what became of the last one can be said.
 */
import { useEffect, useRef } from "preact/hooks"

import type { AccountRef } from "../../../messaging/account.ts"
import type { Send } from "../../../messaging/client.ts"
import { onSeen } from "../../../ui/on-seen.ts"
import { useReply } from "../../../ui/use-stored.ts"

export const useSpending = (send: Send, of: AccountRef) => {
  // A failure is not shown here, because the account itself shows why it cannot be read.
  const { output: spending, reload } = useReply(send, "spending", of)
  useEffect(() => onSeen(reload), [reload])
  const hadCharges = useRef(false)
  hadCharges.current ||= spending !== undefined && spending.unknownCharges.length > 0
  const isNone = spending === undefined || (spending.today === 0 && !hadCharges.current)
  return { spending: isNone ? undefined : spending, hasCharges: hadCharges.current, reload }
}
