/** Whether an address of the page is still about the subject of the card. Pure. */
import type { Subject } from "../../messaging/contract.ts"

const segments = (path: string): ReadonlyArray<string> =>
  path.split("/").flatMap((part) => {
    if (part === "") return []
    try {
      return [decodeURIComponent(part).normalize("NFC").toLowerCase()]
    } catch {
      return [part]
    }
  })

/**
 * A person's and a company's profile is named by a segment of the path, and a page under it (contact details, a
 * language) is still theirs. A company's own site is theirs whatever the path.
 */
export const isAbout = ({ kind, name }: Subject, path: string): boolean =>
  kind === "site" || segments(path).slice(0, 2).includes(name.toLowerCase())
