// 500 keys, every fault, every interface.
import { canaries } from "@inlay/core-http/testing/canaries"

import { redactionSuite } from "./testing/redaction/suite.ts"

redactionSuite(canaries(500), 1_800_000)
