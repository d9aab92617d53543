/**
 * The secrets of triggers that were switched on. The hub shows each only once, and a popup closes with a click beside it,
 * also before the hub has answered, so they are kept in memory until the user is done with them or the browser ends.
 */
import { inSession, sessionValues } from "../../messaging/session-storage.ts"
import { keyFor, type RepositoryRef, type RepositoryRequests } from "./requests.ts"

type Adding = RepositoryRequests["addTrigger"]
export type AddedSecret = Adding["input"] & Adding["output"]

const startOf = (of: RepositoryRef): string => `${keyFor("secret", of)} `

const keyOf = (added: AddedSecret): string => startOf(added) + added.secret

/** Called by the worker. */
export const keepSecret = (added: AddedSecret): Promise<void> =>
  inSession((session) => session.set({ [keyOf(added)]: added }))

/** Those of a repository. */
export const addedSecrets = (of: RepositoryRef): Promise<ReadonlyArray<AddedSecret>> => sessionValues(startOf(of))

export const forgetSecret = (added: AddedSecret): Promise<void> => inSession((session) => session.remove(keyOf(added)))
