/**
 * Finds the cache and ledger keys and the spellings of one identifier as a person enters it, to erase the data of the
 * person or company. Pure.
 */
import * as identifiers from "./identifiers.ts"
import { keysOfQuestion, ownAndShared } from "./lookup-keys.ts"

/** Where to find stored data about one person or company. */
interface SubjectTrace {
  /** The cache and ledger keys of its lookups, whichever account made them. */
  readonly keys: ReadonlyArray<string>
  /** Its identifier as it appears in stored answers, each form in lower case. */
  readonly texts: ReadonlyArray<string>
}

/** A host and its parent domains. Which of them is the network depends on each account's settings. */
const sitesOf = (host: string): ReadonlyArray<string> => {
  const labels = host.split(".")
  const parents = labels.map((_, index) => labels.slice(index).join("."))
  return parents.slice(0, Math.max(1, parents.length - 1))
}

/** Each kind of profile, with the first path segment of its URL. */
const PROFILES = [
  ["person", "in"],
  ["company", "company"]
] as const

const ofProfile = (text: string): SubjectTrace | undefined => {
  for (const [kind, segment] of PROFILES) {
    const profile = identifiers.profile(kind, text)
    if (!profile.ok) continue
    const keys = sitesOf(profile.host).flatMap((site) => keysOfQuestion(kind, { profilenet_url: text }, [site]))
    const { slug } = profile
    return {
      keys: [...new Set(keys)],
      texts: [`/${segment}/${slug}`, `/${segment}/${encodeURIComponent(slug)}`.toLowerCase()]
    }
  }
  return undefined
}

const ofNumber = (text: string): SubjectTrace | undefined => {
  const abn = identifiers.abn(text)
  if (!abn.ok) return undefined
  const digits = abn.value.replace(/^(..)(...)(...)(...)$/, "$1 $2 $3 $4")
  return { keys: keysOfQuestion("company", { abn: text }, []), texts: [abn.value, digits] }
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
