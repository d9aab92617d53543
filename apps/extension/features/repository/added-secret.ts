/**
 * The secret of the trigger that was switched on last in a repository. The hub shows it only once, and a popup closes
 * with a click beside it, also before the hub has answered, so it is kept in memory until the user is done with it or
 * the browser ends.
 */
import { forgetInSession, inSession, sessionValue } from "../../messaging/session-storage.ts"
import type { NewSubscription, RepositoryRef } from "./requests.ts"

export interface AddedSecret extends Pick<NewSubscription, "trigger"> {
  readonly secret: string
}

/** A code host ignores the case of both names. */
const keyOf = ({ account, owner, repo }: RepositoryRef): string =>
  `secret ${account} ${owner.toLowerCase()}/${repo.toLowerCase()}`

/** Called by the worker. */
export const keepSecret = (of: NewSubscription, secret: string): Promise<void> =>
  inSession((session) => session.set({ [keyOf(of)]: { trigger: of.trigger, secret } satisfies AddedSecret }))

export const addedSecret = (of: RepositoryRef): Promise<AddedSecret | undefined> => sessionValue(keyOf(of))

export const forgetSecret = (of: RepositoryRef): Promise<void> => inSession((session) => session.remove(keyOf(of)))

/** Of all repositories: another hub may have accounts and triggers of the same names. */
export const forgetSecrets = (): Promise<void> => forgetInSession("secret ")
