/** The triggers whose events are shown as notifications, as pages name them and as they are stored. Pure. */
import { refShape, type AccountRef } from "./account.ts"
import { isTextOf } from "./shape.ts"

/** A trigger's events at one account, in one place. */
export interface TriggerPlace extends AccountRef {
  /** The trigger's id at the hub. For a repository that this browser watches, the kind of event. */
  readonly trigger: string
  /** `owner/repo`, `owner` for all of the owner's repositories, or empty for everything that the account reaches. */
  readonly place: string
}

export interface ChosenTrigger extends TriggerPlace {
  /** Its title in notifications, in the language of the page where it was chosen. */
  readonly title: string
}

const isName = isTextOf(200)

export const isSamePlace = (a: TriggerPlace, b: TriggerPlace): boolean =>
  a.plugin === b.plugin &&
  a.account === b.account &&
  a.trigger === b.trigger &&
  a.place.toLowerCase() === b.place.toLowerCase()

export const chosenShape = { ...refShape, trigger: isName, place: isName, title: isName }
