// 500 secrets, sent through the server.
import { canaries } from "@inlay/core-http/testing/canaries"

import { serverSuite } from "../../testing/redaction/server-suite.ts"

serverSuite(canaries(500, 3), 1_800_000)
