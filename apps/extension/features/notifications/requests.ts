/** Triggers whose events are shown as notifications of the desktop: chosen by the user, none by itself. */
import { isBoolean, isStruct, isText, isTextOf, type Inputs } from "../../messaging/shape.ts"
import { refShape, type AccountRef } from "../accounts/requests.ts"
import { hubAccount } from "../accounts/way.ts"
import type { TriggerView } from "../hub/requests.ts"
import type { RepositoryRef } from "../repository/requests.ts"

/** A trigger's events at one account, in one place. */
export interface TriggerPlace extends AccountRef {
  /** The trigger's id at the hub; without one, the kind of what is seen in a watched repository. */
  readonly trigger: string
  /** `owner/repo`, `owner` for all of theirs, or empty for wherever the account is. */
  readonly place: string
}

export interface ChosenTrigger extends TriggerPlace {
  /** What its notifications call it, in the language of the page where it was chosen. */
  readonly title: string
}

/** Where a subscription of the hub looks. */
export const placeAtHub = ({
  account,
  trigger,
  target
}: Pick<TriggerView, "account" | "trigger" | "target">): TriggerPlace => {
  const at = account.indexOf("/")
  const { owner, repo } = (target ?? {}) as { readonly owner?: unknown; readonly repo?: unknown }
  return {
    plugin: account.slice(0, at),
    account: hubAccount(account.slice(at + 1)),
    trigger,
    place: [owner, repo].filter(isText).join("/")
  }
}

/** What is seen in a repository that is watched from here. */
export const placesHere = ({ plugin, account, owner, repo }: RepositoryRef): ReadonlyArray<TriggerPlace> =>
  ["issue", "pullRequest", "runFailed", "mention"].map((trigger) => ({
    plugin,
    account,
    trigger,
    place: `${owner}/${repo}`
  }))

type Chosen = { readonly chosen: ReadonlyArray<ChosenTrigger> }

export interface NotificationRequests {
  readonly chosenTriggers: { readonly input: Record<never, never>; readonly output: Chosen }
  /** The browser's leave is asked for by the page, within the click. */
  readonly chooseTrigger: { readonly input: ChosenTrigger & { readonly isOn: boolean }; readonly output: Chosen }
  /** All that can be chosen: triggers of the hub that are on, and the repositories watched from here. */
  readonly triggerPlaces: {
    readonly input: Record<never, never>
    readonly output: { readonly places: ReadonlyArray<TriggerPlace> }
  }
}

const isName = isTextOf(200)

export const isSamePlace = (a: TriggerPlace, b: TriggerPlace): boolean =>
  a.plugin === b.plugin &&
  a.account === b.account &&
  a.trigger === b.trigger &&
  a.place.toLowerCase() === b.place.toLowerCase()

export const chosenShape = { ...refShape, trigger: isName, place: isName, title: isName }

export const inputs: Inputs<NotificationRequests> = {
  chosenTriggers: isStruct({}),
  chooseTrigger: isStruct({ ...chosenShape, isOn: isBoolean }),
  triggerPlaces: isStruct({})
}
