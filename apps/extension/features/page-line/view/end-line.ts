/**
 * Stops showing the line on an origin's pages, and gives back the permission for the origin if nothing else needs it.
 */
import type { Send } from "../../../messaging/client.ts"
import { problemText } from "../../../ui/text/problem.ts"
import { revokeUnused } from "../../accounts/view/permission.ts"

/** @returns the problem as text, or `undefined` */
export const endLine = async (send: Send, origin: string): Promise<string | undefined> => {
  const reply = await send("keepLine", { origin, isOn: false })
  if (!reply.ok) return problemText(reply.error)
  await revokeUnused(send, [origin])
  return undefined
}
