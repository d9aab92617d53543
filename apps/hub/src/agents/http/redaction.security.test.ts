// Secrets through the server; `pnpm test:full` takes 500.
import { canaries } from "@inlay/core-http/testing/canaries"

import { serverSuite } from "../../testing/redaction/server-suite.ts"

serverSuite(canaries(40, 3), 120_000)
