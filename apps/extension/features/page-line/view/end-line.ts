/** The line no longer stands on the pages of an origin, whose leave is given back where nothing else needs it. */
import type { Send } from "../../../messaging/client.ts"
import { problemText } from "../../../ui/text/problem.ts"
import { giveBack } from "../../accounts/view/permission.ts"

/** @returns what went wrong */
export const endLine = async (send: Send, origin: string): Promise<string | undefined> => {
  const reply = await send("keepLine", { origin, isOn: false })
  if (!reply.ok) return problemText(reply.error)
  if (!reply.output.isUsed) await giveBack([origin])
  return undefined
}
