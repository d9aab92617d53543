/** What the script in a repository's page asks of the worker, and is answered. */
import type { Language } from "../../locales/languages.ts"
import type { Run } from "../repository/requests.ts"

/** The whole of what it may ask: which page it is in, the browser says. */
export const LINE = "inlay line"

/** What the line says: counts and names alone. */
export interface LineData {
  readonly language: Language
  /** Of the repository's page: whatever stands below it is the repository's too. */
  readonly path: string
  /** `owner/repo`. */
  readonly name: string
  readonly run: Pick<Run, "workflow" | "number" | "state" | "updatedAt"> | null
  /** Starts of agents in the last 24 hours; `null` without a hub. */
  readonly starts: { readonly count: number; readonly isMore: boolean } | null
  /** Reviews that are asked of the reader. */
  readonly reviews: number | null
}
