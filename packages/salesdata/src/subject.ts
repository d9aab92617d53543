/**
 * Finds the cache and ledger keys and the spellings of one identifier as a person enters it, to erase the data of the
 * person or company. Pure.
 */
import type { SubjectTrace } from "@inlay/agent-plugin/Plugin"

import * as identifiers from "./identity/identifiers.ts"
import { keysOfQuestion, ownAndShared } from "./identity/lookup-keys.ts"

/** A host and its parent domains. Which of them is the network depends on each account's settings. */
const sitesOf = (host: string): ReadonlyArray<string> => {
  const labels = host.split(".")
  const parents = labels.map((_, index) => labels.slice(index).join("."))
  return parents.slice(0, Math.max(1, parents.length - 1))
}

const ofProfile = (text: string): SubjectTrace | undefined => {
  for (const kind of ["person", "company"] as const) {
    const profile = identifiers.profile(kind, text)
    if (!profile.ok) continue
    const keys = sitesOf(profile.host).flatMap((site) => keysOfQuestion(kind, { profilenet_url: text }, [site]))
    const texts = [profile.slug, encodeURIComponent(profile.slug).toLowerCase()]
    return { keys: [...new Set(keys)], texts: texts.map((slug) => `/${identifiers.profileKinds[kind]}/${slug}`) }
  }
  return undefined
}

const ofNumber = (text: string): SubjectTrace | undefined => {
  const abn = identifiers.abn(text)
  if (!abn.ok) return undefined
  return { keys: keysOfQuestion("company", { abn: text }, []), texts: [abn.value, identifiers.spacedAbn(abn.value)] }
}

const ofAddress = (text: string): SubjectTrace | undefined => {
  const address = identifiers.email(text)
  if (!address.ok) return undefined
  const keys = keysOfQuestion("person", { email: text }, []).flatMap(ownAndShared)
  return { keys, texts: [address.value.toLowerCase()] }
}

const ofSite = (text: string): SubjectTrace | undefined => {
  // A page on a shared host has no domain key.
  const keys = keysOfQuestion("company", { website: text }, []).flatMap(ownAndShared)
  const texts = keys.map((key) => key.replace(/^(shared-)?(domain|website):(https?:\/\/)?/, "").toLowerCase())
  return keys.length === 0 ? undefined : { keys, texts: [...new Set(texts)] }
}

/** Reads an e-mail address, a profile URL, an ABN, a domain or a web address. Returns `undefined` for anything else. */
export const subjectOf = (identifier: string): SubjectTrace | undefined => {
  const text = identifier.trim()
  return ofNumber(text) ?? (text.includes("@") ? ofAddress(text) : (ofProfile(text) ?? ofSite(text)))
}
