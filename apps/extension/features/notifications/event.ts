/** An event as a notification shows it: whether somebody wants it, its text, and the page that a click may open. Pure. */
import { isLoopback } from "@inlay/core-http/BaseAddress"

import { pageHostsOf, placeAt } from "../repository/page.ts"
import type { ChosenTrigger, TriggerPlace } from "./requests.ts"

/** Something that happened at an account, by whatever way it was heard of. */
export interface Happening extends TriggerPlace {
  /** The same for one event, by whatever way it came. */
  readonly id: string
  readonly text: string
  /** Whole, or a path below the page of its repository. */
  readonly url: string
}

const MAX_CHARS = 200

/** On one line, without characters that hide or turn words; joiners, which shape them, stay. */
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

/** A notification remembers its page by its id, which has an end. */
const MAX_URL_CHARS = 300

/**
 * The page that a click opens: on the account's own host, of the event's own repository, by https (or http on this machine);
 * empty where the event names none such.
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
