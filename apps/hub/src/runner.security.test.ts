// Every fault over every surface, with a key of each shape; `.chaos.test.ts` has all the keys.
import { canaries } from "@inlay/core-http/testing/canaries"

import { redactionSuite } from "./testing/redaction/suite.ts"

redactionSuite(canaries(21), 300_000)
