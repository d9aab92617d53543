// Every fault on every interface, with keys that contain characters that URLs, JSON and HTML escape. `.chaos.test.ts`
// covers keys of every shape.
import { canaries } from "@inlay/core-http/testing/canaries"

import { redactionSuite } from "./testing/redaction/suite.ts"

const shapes = canaries(20)
const SHORT = { percentSigns: 11, markup: 14 }

redactionSuite(
  Object.values(SHORT).flatMap((shape) => shapes[shape] ?? []),
  300_000
)
