/** The simulated code host in a process of its own. */
import { startSandbox } from "@inlay/codehost-sandbox"

import { serve } from "./start.ts"

const { env } = await startSandbox()
serve({ env })
