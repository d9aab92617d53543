/** What pages and the worker keep in memory until the browser ends. Without session storage, nothing is kept. */

/** Never fails: `undefined` if the storage cannot be used. */
export const inSession = async <A>(
  use: (session: chrome.storage.StorageArea) => Promise<A>
): Promise<A | undefined> => {
  try {
    return await use(chrome.storage.session)
  } catch {
    return undefined
  }
}

/** @param key under which it was stored, always in this form */
export const sessionValue = async <A>(key: string): Promise<A | undefined> =>
  (await inSession((session) => session.get<Readonly<Record<string, A>>>(key)))?.[key]

/** The values whose keys begin so, in the order of their keys. */
export const sessionValues = async <A>(start: string): Promise<ReadonlyArray<A>> =>
  Object.entries((await inSession((session) => session.get<Readonly<Record<string, A>>>())) ?? {})
    .filter(([key]) => key.startsWith(start))
    .map(([, value]) => value)

/** What was entered and neither saved nor sent. */
export const draftOf = (name: string): Promise<string | undefined> => sessionValue(`draft ${name}`)

/** Forgets what was entered, unless it is another text by now, perhaps of another window. */
export const forgetDraft = async (name: string, text: string): Promise<void> => {
  if ((await draftOf(name)) === text) await inSession((session) => session.remove(`draft ${name}`))
}

/** Removes everything whose key fits. */
export const forgetInSession = (isIt: (key: string) => boolean): Promise<void> =>
  inSession(async (session) => session.remove(Object.keys(await session.get()).filter(isIt)))

/**
 * Forgets what is kept of accounts: drafts, what came of those that were sent, and secrets of triggers.
 * @param isIt takes `plugin/account`
 */
export const forgetAccounts = (isIt: (account: string) => boolean): Promise<void> =>
  forgetInSession((key) => isIt(/^(?:secret|\w+ \w+) (\S+) /.exec(key)?.[1] ?? ""))
