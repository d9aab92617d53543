/** The two lookups of a client. */
import type { Client } from "@inlay/core-http/Client"

import { companyIdentifiers, personIdentifiers } from "../identity/normal-form.ts"
import { companyKeys, judgeCompany, judgePerson, personKeys } from "../wire/judges.ts"
import { OPERATIONS } from "../wire/paid-path.ts"
import { makeLookup } from "./lookup.ts"
import type { Misses } from "./misses.ts"
import type { Settings } from "./settings.ts"

export const makeLookups = (http: Client, { profileSites }: Settings, misses: Misses) => ({
  person: makeLookup(http, {
    kind: "person",
    operation: OPERATIONS.person,
    endpoint: "/enrich/person",
    identifiers: personIdentifiers,
    judge: judgePerson,
    keysOf: personKeys,
    misses,
    profileSites
  }),
  company: makeLookup(http, {
    kind: "company",
    operation: OPERATIONS.company,
    endpoint: "/enrich/company",
    identifiers: companyIdentifiers,
    judge: judgeCompany,
    keysOf: companyKeys,
    misses,
    profileSites
  })
})
