/**
 * The hosts of connected code hosts' pages, stored for this extension's own pages, so that a popup recognises a page
 * from its address before it has asked anyone. Every popup loads this module, so it is short.
 */
import { pageHost } from "@inlay/codehost/vendors"

/** In local storage, which the extension's own pages share: a JSON list of texts, written by `remember-hosts.ts`. */
export const KEY = "repository.hosts"

/** The public service's host and those of the user's servers; only the former if storage is damaged or disabled. */
export const knownHosts = (): ReadonlyArray<string> => {
  try {
    return [pageHost, ...(JSON.parse(localStorage[KEY] as string) as ReadonlyArray<string>)]
  } catch {
    return [pageHost]
  }
}

/** Whether an address may be a repository's: on a known host, with at least an owner and a name. */
export const isOnKnownHost = (address: string): boolean => {
  const place = address.replace(/^https?:\/\/(www\.)?/, "")
  return knownHosts().some((host) => place.startsWith(`${host}/`) && place.slice(host.length + 1).includes("/"))
}
