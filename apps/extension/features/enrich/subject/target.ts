/**
 * Determines from a tab's address which person or company it shows, and which step of the sales data plugin looks them
 * up. Pure. The step's output is read by `answer.ts`, which a preview does not load.
 */
import { detect, isOn, type Resource } from "@inlay/salesdata/detect"
import { companyLookup } from "@inlay/salesdata/employer"
import type { Person } from "@inlay/salesdata/schema/Person"
import { profileSite } from "@inlay/salesdata/vendors"

import type { AccountRef } from "../../../messaging/account.ts"
import { withScheme } from "../../../messaging/origin.ts"
import type { Subject } from "../../../messaging/subject.ts"
import type { NoSubject } from "../requests.ts"
import { isLocal } from "./local.ts"

export const PLUGIN = "salesdata"

const STEPS = { person: "salesdata_people_enrichment", company: "salesdata_company_enrichment" }

/** The record that a lookup asks for. A record that contradicts it is about somebody else. */
export type WantedRecord =
  | {
      /** The subject's own, which its profile names. */
      readonly of: "profile"
      /** Address of the profile. */
      readonly profile: string
      /** Hosts of the professional networks. */
      readonly sites: ReadonlyArray<string>
    }
  | { readonly of: "site" }
  /** A person's employer. At least one identifier of the question must be confirmed. */
  | { readonly of: "employer" }
  /** A saved record, whose owner was judged when it was bought. */
  | { readonly of: "saved" }

/** The subject of an address, and the lookup for it. */
export interface Target {
  readonly subject: Subject
  /** Whose record the step returns. */
  readonly of: "person" | "company"
  readonly step: string
  /** Every identifier that the address contains. */
  readonly input: Readonly<Record<string, string>>
  readonly wanted: WantedRecord
}

/** What a step is asked for: a lookup, with the account that pays. */
export const askOf = ({ step, input }: Pick<Target, "step" | "input">, { plugin, account }: AccountRef) => ({
  plugin,
  account,
  step,
  input
})

/**
 * Returns the hosts of the professional networks: the preset, and the account's own as typed, which may be a full
 * address.
 */
export const profileSites = (settings: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const site = settings["profile_site"]?.trim().toLowerCase() ?? ""
  const address = withScheme(site)
  const own = site !== "" && URL.canParse(address) ? [new URL(address).host.replace(/^www\./, "")] : []
  return [profileSite, ...own]
}

/** Returns the hosts of the professional networks: the preset, and the one of a subject's key. */
export const sitesOfKey = (key: string): ReadonlyArray<string> => {
  const [kind, address = ""] = key.split(" ")
  return profileSites(kind === "site" ? {} : { profile_site: address })
}

/** Whether an address is on a professional network, whether it is a profile or not. */
export const isOnProfileSite = (address: string, sites: ReadonlyArray<string>): boolean => {
  if (!URL.canParse(address)) return false
  const { host } = new URL(address)
  return sites.some((site) => isOn(host, site))
}

/** A site on the user's own network has no target, because its name must not be sent to a provider. */
export const targetOf = (address: string, sites: ReadonlyArray<string>): Target | undefined => {
  const resource = detect(address, sites)
  return resource === undefined || (resource.kind === "site" && isLocal(address))
    ? undefined
    : targetAbout(resource, sites)
}

/** Classifies a page that shows neither a person nor a company. */
export const noSubjectAt = (address: string | undefined, sites: ReadonlyArray<string>): NoSubject => {
  if (address === undefined) return "elsewhere"
  if (isOnProfileSite(address, sites)) return "profileSite"
  return isLocal(address) ? "local" : "elsewhere"
}

const targetAbout = (resource: Resource, sites: ReadonlyArray<string>): Target => {
  if (resource.kind === "site") {
    const { kind, domain } = resource
    return {
      subject: { kind, name: domain, key: `site ${domain}` },
      of: "company",
      step: STEPS.company,
      input: { domain },
      wanted: { of: "site" }
    }
  }
  const { kind, slug, profilenet_url } = resource
  return {
    subject: { kind, name: slug, key: `${kind} ${profilenet_url}` },
    of: kind,
    step: STEPS[kind],
    input: { profilenet_url, ...(kind === "person" && { profilenet_slug: slug }) },
    wanted: { of: "profile", profile: profilenet_url, sites }
  }
}

/** Returns the lookup of a saved answer by one identifier. */
export const savedTarget = (of: "person" | "company", input: Readonly<Record<string, string>>): Target => {
  const name = Object.values(input).join()
  return { subject: { kind: of, name, key: `saved ${name}` }, of, step: STEPS[of], input, wanted: { of: "saved" } }
}

/**
 * Returns the lookup of the company that a person's record names, with all its identifiers at once, or `undefined` if
 * the record has none.
 */
export const employerOf = ({ company }: Person): Target | undefined => {
  const input = company === null ? undefined : companyLookup(company)
  if (company === null || input === undefined) return undefined
  const identifiers = Object.entries(input)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ")
  return {
    subject: { kind: "company", name: company.name ?? company.domain ?? identifiers, key: `employer ${identifiers}` },
    of: "company",
    step: STEPS.company,
    input,
    wanted: { of: "employer" }
  }
}
