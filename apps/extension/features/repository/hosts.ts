/**
 * The hosts of connected code hosts' own pages, as this browser's pages remember them: by these a popup knows a page from its
 * address alone, before it has asked anybody. Every popup carries this: it is short.
 */
import { pageHost } from "@inlay/codehost/vendors"

/** In the storage of this extension's own pages; a list of texts, as `remember-hosts.ts` writes it. */
export const KEY = "repository.hosts"

/** The public service's, and those of own servers; the former alone where storage is damaged or switched off. */
export const knownHosts = (): ReadonlyArray<string> => {
  try {
    return [pageHost, ...(JSON.parse(localStorage[KEY] as string) as ReadonlyArray<string>)]
  } catch {
    return [pageHost]
  }
}

/** Whether an address may be a repository's: at a known host, with an owner and a name at least. */
export const isOnKnownHost = (address: string): boolean => {
  const place = address.replace(/^https?:\/\/(www\.)?/, "")
  return knownHosts().some((host) => place.startsWith(`${host}/`) && place.slice(host.length + 1).includes("/"))
}
