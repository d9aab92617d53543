/**
 * Prepares an event for a notification: whether the user wants it, its text, and the page that a click may open. Pure.
 */
import { pageHostsOf } from "@inlay/codehost/detect"
import { isLoopback } from "@inlay/core-http/BaseAddress"

import { isSamePlace, type ChosenTrigger, type TriggerPlace } from "../../messaging/trigger-place.ts"
import type { SubscriptionAtHub } from "../../providers/hub/events-api.ts"
import { placeAt } from "../repository/page.ts"
import { placeAtHub } from "./requests.ts"

/** An event at an account, however the extension learned of it. */
export interface Happening extends TriggerPlace {
  /** The same for one event, however it arrived. */
  readonly id: string
  readonly text: string
  /** An absolute address, or a path below the page of its repository. */
  readonly url: string
  /** Ids of the hub's subscriptions whose filters reject the event. */
  readonly refusedBy?: ReadonlyArray<string> | undefined
}

const MAX_CHARS = 200

/** Puts a text on one line and removes characters that hide or reorder text. Joiners stay, because they shape words. */
export const plain = (text: string): string =>
  text
    .replaceAll(/(?:(?![\u200C\u200D])[\s\p{Cc}\p{Cf}])+/gu, " ")
    .slice(0, MAX_CHARS)
    .toWellFormed()
    .trim()

export const isWanted = (choice: ChosenTrigger, { plugin, account, trigger, place }: Happening): boolean =>
  choice.plugin === plugin &&
  choice.account === account &&
  choice.trigger === trigger &&
  (choice.place === "" || `${place}/`.toLowerCase().startsWith(`${choice.place}/`.toLowerCase()))

/**
 * Leaves out events that are rejected by every enabled subscription for the chosen trigger and place. If there is no
 * such subscription, nothing is left out.
 */
export const passing = (
  happenings: ReadonlyArray<Happening>,
  chosen: ReadonlyArray<ChosenTrigger>,
  subscriptions: ReadonlyArray<SubscriptionAtHub>
): ReadonlyArray<Happening> =>
  happenings.filter((one) =>
    chosen.some((choice) => {
      const there = subscriptions.filter(({ enabled, ...at }) => enabled && isSamePlace(placeAtHub(at), choice))
      const isRefused = there.length > 0 && there.every(({ id }) => one.refusedBy?.includes(id))
      return isWanted(choice, one) && !isRefused
    })
  )

/** A notification stores its page in its id, whose length is limited. */
const MAX_URL_CHARS = 300

/**
 * Returns the page that a click opens: on the account's own host, of the event's own repository, by https (or http on
 * this machine). Returns an empty text if the event has no such page.
 * @param settings of the account
 */
export const pageOf = ({ url, place }: Happening, settings: Readonly<Record<string, string>>): string => {
  const hosts = pageHostsOf(settings)
  const base = `https://${hosts[0]}/${place}/`
  if (!URL.canParse(url, base)) return ""
  const page = new URL(url, base)
  const repository = placeAt(page.href, hosts)
  const isOwn =
    repository !== undefined && `${repository.owner}/${repository.repo}`.toLowerCase() === place.toLowerCase()
  const isSafe = page.protocol === "https:" || isLoopback(page.hostname)
  return isOwn && isSafe && page.username === "" && page.href.length <= MAX_URL_CHARS ? page.href : ""
}
