/** Decides whether an address of the page is still about the subject of the card. Pure. */
import type { Subject } from "../../messaging/subject.ts"

const segments = (path: string): ReadonlyArray<string> =>
  path.split("/").flatMap((part) => {
    if (part === "") return []
    try {
      return [decodeURIComponent(part).normalize("NFC").toLowerCase()]
    } catch {
      return [part]
    }
  })

/** The first segment of a profile's path, because a person and a company may have the same name. */
const ROOM = { person: "in", company: "company" } as const

/**
 * The first two segments of the path identify a person's or a company's profile. Pages below it (contact details, a
 * language) still belong to it. On a company's own site, every path does.
 */
export const isAbout = ({ kind, name }: Subject, path: string): boolean => {
  if (kind === "site") return true
  const [room, roomName] = segments(path)
  return room === ROOM[kind] && roomName === name.normalize("NFC").toLowerCase()
}
