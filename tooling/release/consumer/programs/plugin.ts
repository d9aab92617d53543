import { serve } from "@inlay/agent-plugin/serve"

import parcels from "./parcels.js"

await serve(parcels)
