/** The two lookups of a client. */
import type { Client } from "@inlay/core-http/Client"

import { companyKeys, judgeCompany, judgePerson, personKeys } from "../../wire/judges.ts"
import type { Misses } from "../misses.ts"
import type { Settings } from "../settings.ts"
import { makeLookup } from "./lookup.ts"
import { LOOKUPS } from "./requests.ts"

export const makeLookups = (http: Client, { profileSites }: Settings, misses: Misses) => ({
  person: makeLookup(http, {
    ...LOOKUPS.person,
    judge: judgePerson,
    keysOf: personKeys,
    misses,
    profileSites
  }),
  company: makeLookup(http, {
    ...LOOKUPS.company,
    judge: judgeCompany,
    keysOf: companyKeys,
    misses,
    profileSites
  })
})
