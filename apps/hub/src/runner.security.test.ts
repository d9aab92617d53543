// Every fault over every surface, with a key of each kind of signs that encodings treat differently; `.chaos.test.ts` has keys
// of every shape.
import { canaries } from "@inlay/core-http/testing/canaries"

import { redactionSuite } from "./testing/redaction/suite.ts"

const shapes = canaries(20)
const SHORT = { quotes: 10, percentSigns: 11, markup: 14, beyondAscii: 18 }

redactionSuite(
  Object.values(SHORT).flatMap((shape) => shapes[shape] ?? []),
  300_000
)
