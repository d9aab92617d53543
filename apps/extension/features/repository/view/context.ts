/** What every part of the view is about. Pure types. */
import type { Send } from "../../../messaging/client.ts"
import type { RepositoryFacts, RepositoryRef } from "../requests.ts"

export interface About {
  readonly send: Send
  readonly of: RepositoryRef
  /** `owner/repo`, as the service writes it once it has been asked. */
  readonly name: string
  /** `undefined` until they are read. */
  readonly facts: RepositoryFacts | undefined
  /** Who changes are made as, for questions. */
  readonly who: string
  /** The tab's address. */
  readonly page: string
  /** Unix time in milliseconds. */
  readonly now: number
}
