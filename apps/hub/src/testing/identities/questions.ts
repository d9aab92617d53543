/**
 * Lookups of the subjects of `identities.ts`: by one identity or several, of one subject, of two mixed together, or of
 * nobody.
 */
import { identityOf, subjects, type Subject } from "./identities.ts"

/** A lookup as a caller writes it, and the identities that it contains. */
export interface Lookup {
  readonly kind: Subject["kind"]
  readonly input: Readonly<Record<string, string>>
  readonly identities: ReadonlyArray<string>
}

/** The same numbers in every run: https://en.wikipedia.org/wiki/Linear_congruential_generator */
const numbers = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The request field for an identity, with its normalized value. */
const fieldOf = (kind: Subject["kind"], identity: string, variant: number): readonly [field: string, value: string] => {
  const [name, value] = [identity.slice(0, identity.indexOf(":")), identity.slice(identity.indexOf(":") + 1)]
  if (name === "profile" && kind === "person" && variant === 0) return ["profilenet_slug", value]
  if (name === "profile")
    return ["profilenet_url", `https://network.example/${kind === "person" ? "in" : "company"}/${value}`]
  return name === "domain" && variant === 0 ? ["website", `https://${value}`] : [name, value]
}

/** Varies the spelling in ways that people and pages use for the same value. */
const spelling = (field: string, value: string, variant: number): string => {
  if (variant < 2) return value
  if (field === "website") return `${value}${value.includes("?") ? "&" : "?"}utm_source=mail${variant}`
  if (field === "profilenet_url") return `${value.replace("https://", "https://www.")}/?trk=${variant}`
  return field === "email" ? ` ${value} ` : value
}

/** Generates lookups, many of which repeat earlier ones. */
export const lookups = (count: number, seed: number): ReadonlyArray<Lookup> => {
  const below = numbers(seed)
  const pick = <A>(all: ReadonlyArray<A>): A => all[below(all.length)]!
  return Array.from({ length: count }, () => {
    const subject = pick(subjects)
    const other = below(3) === 0 ? pick(subjects.filter(({ kind }) => kind === subject.kind)) : subject
    const wantedIdentities = [pick(subject.identities), ...(below(2) === 0 ? [pick(other.identities)] : [])]
    if (below(10) === 0)
      wantedIdentities[0] =
        subject.kind === "person" ? `email:nobody-${below(200)}@firm-1.example` : "domain:nobody.example"
    const fields = wantedIdentities.map((identity) => fieldOf(subject.kind, identity, below(3)))
    // If two identities use the same field, the later one wins.
    const normal = Object.entries(Object.fromEntries(fields))
    return {
      kind: subject.kind,
      input: Object.fromEntries(normal.map(([field, value]) => [field, spelling(field, value, below(4))])),
      identities: normal.map(([field, value]) => identityOf(field, value))
    }
  })
}
