/** Keeps on which hosts profiles are, where the next popup finds them: see `early-subject.ts`. */
import type { Subject } from "../../../messaging/subject.ts"
import { hosts, KEY, PROFILE } from "./early-subject.ts"

/** @param address of a tab, and whom the worker has said that it shows */
export const rememberProfile = (address: string, { kind }: Subject): void => {
  const [, host] = PROFILE.exec(address) ?? []
  const known = hosts()
  if (kind !== "person" || host === undefined || known.includes(host)) return
  try {
    localStorage[KEY] = [...known, host].join(" ")
  } catch {
    // Full: as if nobody had been looked up there.
  }
}
