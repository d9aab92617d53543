/**
 * Determines from a tab's address which person or company it shows, and which step of the sales data plugin looks them
 * up. Pure.
 */
import type { Card } from "@inlay/agent-plugin/Card"
import { companyCard, personCard } from "@inlay/salesdata/card"
import { detect, isOn, type Resource } from "@inlay/salesdata/detect"
import { companyLookup } from "@inlay/salesdata/employer"
import type { Company } from "@inlay/salesdata/schema/Company"
import type { Enrichment } from "@inlay/salesdata/schema/Enrichment"
import type { Person } from "@inlay/salesdata/schema/Person"
import { profileSite } from "@inlay/salesdata/vendors"

import { isBoolean, isObject, isText } from "../../../messaging/shape.ts"
import type { Subject } from "../../../messaging/subject.ts"
import type { NoSubject, SalesRecord } from "../requests.ts"
import { isLocal } from "./local.ts"
import { isAnotherCompany, isAnotherPerson, isAnotherSite } from "./other-subject.ts"

export const PLUGIN = "salesdata"

const PEOPLE_STEP = "salesdata_people_enrichment"
const COMPANY_STEP = "salesdata_company_enrichment"

export interface Answer {
  readonly outcome: Enrichment<unknown>
  /** `undefined` if there was no match. The same holds for `record`. */
  readonly card: Card | undefined
  readonly record: SalesRecord | undefined
  /** The record contradicts the request: it is about somebody else and must not be shown under the requested name. */
  readonly isAnothers: boolean
}

/** The subject of an address, and the lookup for it. */
export interface Target {
  readonly subject: Subject
  readonly step: string
  /** Every identifier that the address contains. */
  readonly input: Readonly<Record<string, string>>
  /** Reads the step's output. Returns `undefined` if it has another shape. */
  readonly read: (output: unknown) => Answer | undefined
}

/**
 * Checks only the outer fields: the plugin reads every record again, even a saved one, and the step determines whether
 * it is a person's or a company's.
 */
const isEnrichment = <A>(output: unknown): output is Enrichment<A> =>
  isObject(output) &&
  isBoolean(output["match"]) &&
  (output["record"] === null || isObject(output["record"])) &&
  isObject(output["credits"]) &&
  isText(output["fetchedAt"]) &&
  isBoolean(output["fromCache"])

/**
 * Returns the hosts of the professional networks: the preset, and the account's own as typed, which may be a full
 * address.
 */
export const profileSites = (settings: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const site = settings["profile_site"]?.trim().toLowerCase() ?? ""
  const address = site.includes("://") ? site : `https://${site}`
  const own = site !== "" && URL.canParse(address) ? [new URL(address).host.replace(/^www\./, "")] : []
  return [profileSite, ...own]
}

/** Whether an address is on a professional network, whether it is a profile or not. */
export const isOnProfileSite = (address: string, sites: ReadonlyArray<string>): boolean => {
  if (!URL.canParse(address)) return false
  const { host } = new URL(address)
  return sites.some((site) => isOn(host, site))
}

/**
 * The sites by which a record is compared with a profile: all, on which another slug is another person's, and the
 * profile's own network alone, because the same slug on another network may be anybody's.
 */
const comparisons = (profile: string, sites: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => [
  sites,
  sites.filter((site) => isOn(new URL(profile).host, site))
]

const reader =
  <A>(
    draw: (outcome: Enrichment<A>) => Card | undefined,
    recordOf: (fields: A) => SalesRecord,
    isAnothers: (record: A) => boolean
  ) =>
  (output: unknown): Answer | undefined => {
    if (!isEnrichment<A>(output)) return undefined
    const { record } = output
    return {
      outcome: output,
      card: draw(output),
      record: record === null ? undefined : recordOf(record),
      isAnothers: record !== null && isAnothers(record)
    }
  }

const personRecord = (fields: Person): SalesRecord => ({ of: "person", fields })
const companyRecord = (fields: Company): SalesRecord => ({ of: "company", fields })

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
  switch (resource.kind) {
    case "person":
      return {
        subject: { kind: "person", name: resource.slug, key: `person ${resource.profilenet_url}` },
        step: PEOPLE_STEP,
        input: { profilenet_url: resource.profilenet_url, profilenet_slug: resource.slug },
        read: reader<Person>(
          (outcome) => personCard(outcome, resource.slug),
          personRecord,
          (record) =>
            comparisons(resource.profilenet_url, sites).some((some) => isAnotherPerson(resource.slug, record, some))
        )
      }
    case "company":
      return {
        subject: { kind: "company", name: resource.slug, key: `company ${resource.profilenet_url}` },
        step: COMPANY_STEP,
        input: { profilenet_url: resource.profilenet_url },
        read: reader<Company>(companyCard, companyRecord, (record) =>
          comparisons(resource.profilenet_url, sites).some((some) => isAnotherCompany(resource.slug, record, some))
        )
      }
    case "site":
      return {
        subject: { kind: "site", name: resource.domain, key: `site ${resource.domain}` },
        step: COMPANY_STEP,
        input: { domain: resource.domain },
        read: reader<Company>(companyCard, companyRecord, (record) => isAnotherSite(resource.domain, record))
      }
  }
}

/** Returns the lookup of a saved answer by one identifier. Whose it is was judged when it was bought. */
export const savedTarget = (of: "person" | "company", input: Readonly<Record<string, string>>): Target => {
  const name = Object.values(input).join()
  const isAnothers = () => false
  return {
    subject: { kind: of, name, key: `saved ${name}` },
    step: of === "person" ? PEOPLE_STEP : COMPANY_STEP,
    input,
    read:
      of === "person"
        ? reader<Person>((outcome) => personCard(outcome, name), personRecord, isAnothers)
        : reader<Company>(companyCard, companyRecord, isAnothers)
  }
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
    step: COMPANY_STEP,
    input,
    // `matchedOn` lists the identifiers that the record confirms. If there is none, the record is another company's.
    read: (output) => {
      const answer = reader<Company>(companyCard, companyRecord, () => false)(output)
      return answer && { ...answer, isAnothers: answer.record !== undefined && answer.outcome.matchedOn.length === 0 }
    }
  }
}
