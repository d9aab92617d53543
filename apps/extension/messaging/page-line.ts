/** The message that the script in a repository's page sends to the worker, and the answer. */
import type { Run } from "../features/repository/requests.ts"
import type { Language } from "../locales/languages.ts"

/** The whole message. The browser, not the script, says which page it comes from. */
export const LINE = "inlay line"

/** The content of the line: counts and names only. */
export interface LineData {
  readonly language: Language
  /** The path of the repository's page. Every path below it belongs to the repository too. */
  readonly path: string
  /** `owner/repo`. */
  readonly name: string
  readonly run: Pick<Run, "workflow" | "number" | "state" | "updatedAt"> | null
  /** Starts of agents in the last 24 hours; `null` without a hub. */
  readonly starts: number | null
  /** Reviews requested from the user. */
  readonly reviews: number | null
}
