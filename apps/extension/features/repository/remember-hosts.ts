/** Keeps the hosts of connected code hosts' pages where popups find them: see `hosts.ts`. */
import type { Send } from "../../messaging/client.ts"
import { KEY } from "./hosts.ts"

/** Asks the worker for them, after accounts have changed. What fails leaves them as they were. */
export const rememberHosts = async (send: Send): Promise<void> => {
  const reply = await send("repositoryHosts", {})
  if (!reply.ok) return
  try {
    localStorage.setItem(KEY, JSON.stringify(reply.output.hosts))
  } catch {
    // Storage that is full or switched off: the public service's pages are known all the same.
  }
}
