/** Stores the hosts on which profiles were found, for the next popup: see `early-subject.ts`. */
import type { Subject } from "../../../messaging/subject.ts"
import { hosts, KEY, PROFILE } from "./early-subject.ts"

/** @param address of the tab; the second argument is the subject that the worker has found there */
export const rememberProfile = (address: string, { kind }: Subject): void => {
  const [, host] = PROFILE.exec(address) ?? []
  const knownHosts = hosts()
  if (kind !== "person" || host === undefined || knownHosts.includes(host)) return
  try {
    localStorage[KEY] = [...knownHosts, host].join(" ")
  } catch {
    // Storage is full: the popup then works as if nobody had been looked up on the host.
  }
}
