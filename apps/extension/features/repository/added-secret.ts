/**
 * The secret of the trigger that was switched on last in a repository. The hub shows it only once, and a popup closes
 * with a click beside it, also before the hub has answered, so it is kept in memory until the user is done with it or
 * the browser ends.
 */
import type { NewSubscription, RepositoryRef } from "./requests.ts"

export interface AddedSecret extends Pick<NewSubscription, "trigger"> {
  readonly secret: string
}

/** A code host ignores the case of both names. */
const keyOf = ({ account, owner, repo }: RepositoryRef): string =>
  `secret ${account} ${owner.toLowerCase()}/${repo.toLowerCase()}`

/** Called by the worker. Without storage, does nothing. */
export const keepSecret = async (of: NewSubscription, secret: string): Promise<void> => {
  try {
    await chrome.storage.session.set({ [keyOf(of)]: { trigger: of.trigger, secret } satisfies AddedSecret })
  } catch {}
}

/** Never fails. */
export const addedSecret = async (of: RepositoryRef): Promise<AddedSecret | undefined> => {
  try {
    const key = keyOf(of)
    return (await chrome.storage.session.get<Readonly<Record<string, AddedSecret>>>(key))[key]
  } catch {
    return undefined
  }
}

export const forgetSecret = async (of: RepositoryRef): Promise<void> => {
  try {
    await chrome.storage.session.remove(keyOf(of))
  } catch {}
}

/** Of all repositories: another hub may have accounts and triggers of the same names. */
export const forgetSecrets = async (): Promise<void> => {
  try {
    const all = await chrome.storage.session.get()
    await chrome.storage.session.remove(Object.keys(all).filter((key) => key.startsWith("secret ")))
  } catch {}
}
