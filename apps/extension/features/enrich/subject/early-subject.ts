/**
 * Whose profile a tab shows, known by the popup before the worker has answered: by the hosts on which a connected account has
 * looked somebody up before, and for the plainest addresses alone. Whoever is not known early is named by the answer.
 */
import type { Subject } from "../../../messaging/subject.ts"

/** In the storage of this extension's own pages, as `remember-profile.ts` writes it. */
export const KEY = "profile.hosts"

export const PROFILE = /^https?:\/\/(?:www\.)?([^/?#@]+)\/in\/([a-z\d](?:[a-z\d-]*[a-z\d])?)\/?(?:[?#]|$)/

/** None where storage is switched off: the answer names everybody. */
export const hosts = (): ReadonlyArray<string> => {
  try {
    return localStorage[KEY]?.split(" ") ?? []
  } catch {
    return []
  }
}

/** `undefined` where only the worker can say. */
export const earlySubject = (address: string): Pick<Subject, "kind" | "name"> | undefined => {
  const [, host = "", name = ""] = PROFILE.exec(address) ?? []
  return hosts().includes(host) ? { kind: "person", name } : undefined
}
