/** The simulated analytics service in a process of its own. */
import { startSandbox } from "@inlay/analytics-sandbox"

import { serve } from "./start.ts"

const { env } = await startSandbox()
serve({ env })
