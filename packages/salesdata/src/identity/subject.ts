/** One identifier as a person writes it, as it stands in cache, ledger and answers: for erasing whom it names. Pure. */
import * as identifiers from "./identifiers.ts"
import { keysOfQuestion, ownAndShared } from "./lookup-keys.ts"

/** How one person or company is found in what is stored. */
interface SubjectTrace {
  /** The keys of cache and ledger that its lookups stand under, whichever account asked. */
  readonly keys: ReadonlyArray<string>
  /** Its identifier as answers hold it, each form in lower case. */
  readonly texts: ReadonlyArray<string>
}

/** A host and the hosts that it is a part of: which of them an account calls its network is its own setting. */
const sitesOf = (host: string): ReadonlyArray<string> => {
  const labels = host.split(".")
  const parents = labels.map((_, index) => labels.slice(index).join("."))
  return parents.slice(0, Math.max(1, parents.length - 1))
}

/** Each kind of profile, and the first segment of its address. */
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
  // A page on a host that many share is nobody's domain.
  const keys = keysOfQuestion("company", { website: text }, []).flatMap(ownAndShared)
  const texts = keys.map((key) => key.replace(/^(shared-)?(domain|website):(https?:\/\/)?/, "").toLowerCase())
  return keys.length === 0 ? undefined : { keys, texts: [...new Set(texts)] }
}

/** An e-mail address, a profile's address, an ABN, a domain or web address; `undefined` for anything else. */
export const subjectOf = (identifier: string): SubjectTrace | undefined => {
  const text = identifier.trim()
  return ofNumber(text) ?? (text.includes("@") ? ofAddress(text) : (ofProfile(text) ?? ofSite(text)))
}
