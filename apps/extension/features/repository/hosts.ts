/**
 * The hosts of connected code hosts' own pages, as this browser's pages remember them: by these a popup knows a page from its
 * address alone, before it has asked anybody.
 */
import { pageHost } from "@inlay/codehost/vendors"

import type { Send } from "../../messaging/client.ts"

const KEY = "repository.hosts"

const stored = (): ReadonlyArray<string> => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]")
    return Array.isArray(value) ? value.filter((host) => typeof host === "string") : []
  } catch {
    return []
  }
}

/** The public service's, and those of own servers. */
export const knownHosts = (): ReadonlyArray<string> => [pageHost, ...stored()]

/** Asks the worker for them, after accounts have changed. What fails leaves them as they were. */
export const rememberHosts = async (send: Send): Promise<void> => {
  const reply = await send("repositoryHosts", {})
  if (!reply.ok) return
  try {
    localStorage.setItem(KEY, JSON.stringify(reply.output.hosts))
  } catch {
    // Storage that is full or switched off: the public service's pages are known all the same.
  }
}
