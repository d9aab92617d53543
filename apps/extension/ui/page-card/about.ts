/** Whether an address of the page is still about the subject of the card. Pure. */
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

/** What a profile's path begins with: a person and a company may have the same name. */
const ROOM = { person: "in", company: "company" } as const

/**
 * A person's and a company's profile is named by its room and its name, the first two segments of the path; a page under
 * it (contact details, a language) is still theirs. A company's own site is theirs whatever the path.
 */
export const isAbout = ({ kind, name }: Subject, path: string): boolean => {
  if (kind === "site") return true
  const [room, roomName] = segments(path)
  return room === ROOM[kind] && roomName === name.normalize("NFC").toLowerCase()
}
