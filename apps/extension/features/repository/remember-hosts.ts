/** Stores the hosts of connected code hosts' pages for popups: see `hosts.ts`. */
import type { Send } from "../../messaging/client.ts"
import { KEY } from "./hosts.ts"

/** Asks the worker for the hosts, after accounts have changed. A failure leaves the stored hosts as they were. */
export const rememberHosts = async (send: Send): Promise<void> => {
  const reply = await send("repositoryHosts", {})
  if (!reply.ok) return
  try {
    localStorage.setItem(KEY, JSON.stringify(reply.output.hosts))
  } catch {
    // Storage is full or disabled. Pages of the public service are still recognised.
  }
}
