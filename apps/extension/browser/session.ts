/** Identifies the browser session. Needs nothing of Effect, so that it can be asked for before the worker's code runs. */

const readOrMake = async (): Promise<string> => {
  const { run } = await chrome.storage.session.get<{ run?: string }>("run")
  if (run !== undefined) return run
  const fresh = crypto.randomUUID()
  await chrome.storage.session.set({ run: fresh })
  return fresh
}

/** Stored in session storage. If that is unavailable, a session lasts as long as this worker. */
export const sessionId = (): Promise<string> => readOrMake().catch(() => crypto.randomUUID())
