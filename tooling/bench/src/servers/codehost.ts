/** The simulated code host in a process of its own. */
import { startSandbox } from "@inlay/codehost-sandbox"

import { serve } from "./start.ts"

const { env, urls } = await startSandbox()
serve({ env, repoPage: urls.repoPage })
