/** One identifier as a person writes it, as it stands in what is kept: for erasing whom it names. */
import type { SubjectTrace } from "@inlay/agent-plugin/Plugin"

import * as identifiers from "../identifiers.ts"
import { keysAsked, ownAndShared } from "./lookup-keys.ts"

/** A host and the hosts that it is a part of: which of them an account calls its network is its own setting. */
const sitesOf = (host: string): ReadonlyArray<string> => {
  const labels = host.split(".")
  const parents = labels.map((_, index) => labels.slice(index).join("."))
  return parents.slice(0, Math.max(1, parents.length - 1))
}

const ROOMS = [
  ["person", "in"],
  ["company", "company"]
] as const

const ofProfile = (text: string): SubjectTrace | undefined => {
  for (const [kind, room] of ROOMS) {
    const found = identifiers.profile(kind, text)
    if (!found.ok) continue
    const keys = sitesOf(found.host).flatMap((site) => keysAsked(kind, { profilenet_url: text }, [site]))
    const { slug } = found
    return {
      keys: [...new Set(keys)],
      texts: [`/${room}/${slug}`, `/${room}/${encodeURIComponent(slug)}`.toLowerCase()]
    }
  }
  return undefined
}

const ofNumber = (text: string): SubjectTrace | undefined => {
  const found = identifiers.abn(text)
  if (!found.ok) return undefined
  const spaced = found.value.replace(/^(..)(...)(...)(...)$/, "$1 $2 $3 $4")
  return { keys: keysAsked("company", { abn: text }, []), texts: [found.value, spaced] }
}

const ofAddress = (text: string): SubjectTrace | undefined => {
  const found = identifiers.email(text)
  if (!found.ok) return undefined
  const keys = keysAsked("person", { email: text }, []).flatMap(ownAndShared)
  return { keys, texts: [found.value.toLowerCase()] }
}

const ofSite = (text: string): SubjectTrace | undefined => {
  // A page on a host that many share is nobody's domain.
  const keys = keysAsked("company", { website: text }, []).flatMap(ownAndShared)
  const texts = keys.map((key) => key.replace(/^(shared-)?(domain|website):(https?:\/\/)?/, "").toLowerCase())
  return keys.length === 0 ? undefined : { keys, texts: [...new Set(texts)] }
}

/** An e-mail address, a profile's address, an ABN, a domain or web address; `undefined` for anything else. */
export const subjectOf = (identifier: string): SubjectTrace | undefined => {
  const text = identifier.trim()
  return ofNumber(text) ?? (text.includes("@") ? ofAddress(text) : (ofProfile(text) ?? ofSite(text)))
}
