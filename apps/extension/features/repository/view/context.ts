/** The data that every part of the view needs. Pure types. */
import type { Send } from "../../../messaging/client.ts"
import type { RepositoryFacts, RepositoryRef } from "../requests.ts"

export interface RepositoryContext {
  readonly send: Send
  readonly of: RepositoryRef
  /** `owner/repo`, as the service writes it once its facts have been read. */
  readonly name: string
  /** `undefined` until they are read. */
  readonly facts: RepositoryFacts | undefined
  /** The identity that makes changes, for confirmation questions. */
  readonly who: string
  /** The tab's address. */
  readonly page: string
  /** Unix time in milliseconds. */
  readonly now: number
  readonly onSettings: () => void
}
