// A secret of each shape, sent through the server. `pnpm test:full` uses 500.
import { canaries } from "@inlay/core-http/testing/canaries"

import { serverSuite } from "../../testing/redaction/server-suite.ts"

serverSuite(canaries(20, 3), 120_000)
