/**
 * Names the person whose profile a tab shows before the worker has answered. It uses the hosts on which a connected
 * account has looked somebody up before, and only the simplest form of address. In all other cases, the worker's answer
 * supplies the name.
 */
import type { Subject } from "../../../messaging/subject.ts"

/** In local storage, which the extension's own pages share. Written by `remember-profile.ts`. */
export const KEY = "profile.hosts"

export const PROFILE = /^https?:\/\/(?:www\.)?([^/?#@]+)\/in\/([a-z\d](?:[a-z\d-]*[a-z\d])?)\/?(?:[?#]|$)/

/** Empty if storage is disabled. The worker's answer then names everybody. */
export const hosts = (): ReadonlyArray<string> => {
  try {
    return localStorage[KEY]?.split(" ") ?? []
  } catch {
    return []
  }
}

/** Returns `undefined` if only the worker can tell. */
export const earlySubject = (address: string): Pick<Subject, "kind" | "name"> | undefined => {
  const [, host = "", name = ""] = PROFILE.exec(address) ?? []
  return hosts().includes(host) ? { kind: "person", name } : undefined
}
